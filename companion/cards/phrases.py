"""What players say for a button or a local action: phrases by label key, in every language.

Files are `resources/phrases/<locale>.json`, label key to `{"say": [...], "heard_as": [...]}`. What
is said may be heard a little wrong; `heard_as` lists what recognisers make of it where likeness
alone would not find it, and is taken literally.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from companion.support.paths import shipped
from companion.support.resources import LOCALES


class Wordings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be said for one label.

    Attributes:
        say: Phrases that a player may use.
        heard_as: What recognisers are known to write instead.
    """

    say: tuple[str, ...] = ()
    heard_as: tuple[str, ...] = ()


Phrases = Mapping[str, Wordings]
"""Label key to what may be said for it, in all languages."""

NO_WORDINGS = Wordings()


@cache
def shipped_phrases() -> Phrases:
    """Read the phrases of all locales; blocks on the disk the first time.

    Raises:
        ValueError: A file is damaged.
    """
    folder = shipped("resources") / "phrases"
    files = [folder / f"{locale}.json" for locale in LOCALES]
    return joined(decode_phrases(file.read_bytes(), file.name) for file in files)


def decode_phrases(data: bytes, file: str) -> Phrases:
    """Read a phrase file.

    Raises:
        ValueError: It is damaged; the text names it.
    """
    try:
        return msgspec.json.decode(data, type=dict[str, Wordings])
    except msgspec.DecodeError as error:
        raise ValueError(f"phrases/{file}: {error}") from error


def joined(tables: Iterable[Phrases]) -> Phrases:
    """Join what several tables say for the same label."""
    found: dict[str, Wordings] = {}
    for table in tables:
        for key, more in table.items():
            old = found.get(key, Wordings())
            found[key] = Wordings(old.say + more.say, old.heard_as + more.heard_as)
    return MappingProxyType(found)
