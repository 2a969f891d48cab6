"""Names of the pack as ears and voice use them, whichever recogniser and voice are chosen.

What the names give takes a tenth of a second for a big pack, so it is made on a thread of its own
whenever the engine tells other names; until then those before are used.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from companion.language.homophones import put_right
from companion.language.pack_names import NameMender, hot_words, pronunciations
from companion.support.paths import shipped
from companion.support.resources import translation_tables

Pronounce = Callable[[Mapping[str, str]], None]
"""Told, from any thread, how a voice says what the names write."""


@dataclass(frozen=True, slots=True)
class Made:
    """What one list of names gives.

    Attributes:
        names: The rarest first, as a recogniser takes them.
        mender: Puts right what was misheard.
    """

    names: tuple[str, ...] = ()
    mender: NameMender = field(default_factory=lambda: NameMender(()))


class HeardNames:
    """Holds them; `take` and `mended` on the loop."""

    def __init__(self, pronounce: Pronounce = lambda sounds: None) -> None:
        self._pronounce = pronounce
        self._taken: tuple[str, ...] = ()
        self._made = Made()
        self._making: threading.Thread | None = None

    def take(self, names: tuple[str, ...]) -> None:
        """Use these names from soon on; the same ones cost nothing."""
        if names is self._taken:
            return
        self._taken = names
        self._making = threading.Thread(target=self._make, args=(names,), name="names", daemon=True)
        self._making.start()

    def settled(self) -> None:
        """Wait until the names taken last are in use."""
        if self._making is not None:
            self._making.join()

    @property
    def likely(self) -> tuple[str, ...]:
        """Names a recogniser may expect, those first that it is least likely to know."""
        return self._made.names

    def mended(self, text: str) -> str:
        """What was heard, with names of the pack as they are written."""
        made = self._made
        return made.mender.mended(put_right(text, made.names)) if made.names else text

    def _make(self, names: tuple[str, ...]) -> None:
        made = Made(hot_words(names, len(names)), NameMender(names, _ordinary_words()))
        if names is self._taken:
            self._made = made
            self._pronounce(pronunciations(names))


@cache
def _ordinary_words() -> frozenset[str]:
    """Every text of the companion's own: its words are never a misheard name."""
    folder = shipped("resources")
    files = [*folder.glob("routing/*.json"), *folder.glob("phrases/*.json")]
    texts = {text for table in translation_tables().values() for text in table.values()}
    for file in files:
        texts.update(_texts(msgspec.json.decode(file.read_bytes())))
    return frozenset(texts)


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from _texts(one)
        case dict():
            for key, one in value.items():
                yield key
                yield from _texts(one)
