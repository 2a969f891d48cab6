"""A quest book as its files spell it, the same for every layout: what `assemble.py` builds from.

Fields carry the names of 1.20 and later; readers of older layouts rename theirs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.quest_book import Fault

Raw = dict[str, object]

READ_FROM = "\0file"
"""Key of the file's name in what was read from it; no file can write such a key."""

_HEX = re.compile(r"#?([0-9A-Fa-f]{1,16})")


@dataclass(frozen=True, slots=True)
class RawBook:
    """Everything that the files hold, nothing interpreted.

    Attributes:
        layout: `A`, `B`, `C`, `C'` or `D`.
        data: The quest file's own settings.
        groups: Chapter groups in display order.
        chapters: In display order; each with its `quests` and `quest_links`.
        tables: Reward tables, in the order 1.12 counts them.
        texts: Keys such as `quest.<ID>.title` to text or lines; empty where quests hold their text.
    """

    layout: str
    data: Raw
    groups: tuple[Raw, ...]
    chapters: tuple[Raw, ...]
    tables: tuple[Raw, ...]
    texts: Mapping[str, object] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


def compounds(value: object) -> list[Raw]:
    """The compounds of a list; anything else in it, or in its place, is left out."""
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def text_of(value: object) -> str:
    """A string; empty for anything else."""
    return value if isinstance(value, str) else ""


def lines_of(value: object) -> list[str]:
    """The strings of a list, or the one string."""
    if isinstance(value, str):
        return [value]
    return [line for line in value if isinstance(line, str)] if isinstance(value, list) else []


def whole(value: object, otherwise: int = 0) -> int:
    """A whole number, also out of a float or digits."""
    if isinstance(value, int):
        return value
    if isinstance(value, float) and abs(value) < 2**63:
        return int(value)
    if isinstance(value, str) and value.lstrip("-").isdecimal() and len(value) < 20:
        return int(value)
    return otherwise


def flag(value: object) -> bool | None:
    """A yes or no; None where nothing is said, so that a default counts."""
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.lower())
    return None if value is None else bool(value)


def object_id(value: object) -> int | None:
    """An id: 64-bit number, or hex digits with an optional `#`; None for what is no id."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value & 0xFFFF_FFFF_FFFF_FFFF
    if isinstance(value, str):
        match = _HEX.fullmatch(value)
        return int(match[1], 16) if match else None
    return None
