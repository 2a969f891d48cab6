"""The ways to read a sentence: as it is, and with a stretch of it as the words of a slot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.language.tokens import Token

MAX_BEFORE = 9
MAX_AFTER = 9
"""Words around a slot; what stands further in is no request with a name in it."""
MAX_INSIDE = 16
"""Words, or Chinese characters, of a name."""

Slots = Mapping[str, Callable[[str], bool]]
"""Name of a slot to what may stand in it, judged by the text as it was written.

Slots that accept the same are read as one: which of them was meant is said by the words around.
"""


class Reading(NamedTuple):
    """One way to read a sentence; a tuple, since a request makes several of them.

    Attributes:
        words: Forms, with a mark in the place of the slot.
        slot: The slot's mark; empty without one.
        stretch: The words that stand there, as they were written.
        inside: Their forms.
    """

    words: tuple[str, ...]
    slot: str = ""
    stretch: str = ""
    inside: tuple[str, ...] = ()


def place_of(slot: str) -> str:
    """How an example writes a slot."""
    return "{" + slot + "}"


def marks(slots: Slots) -> Mapping[str, str]:
    """Slot to what stands for it among forms: the place of the first that accepts the same."""
    first: dict[object, str] = {}
    return {name: first.setdefault(accepts, place_of(name)) for name, accepts in slots.items()}


def is_mark(word: str) -> bool:
    """Whether a form stands for a slot."""
    return word[0] == "{"


class Reader:
    """Finds the readings that have a chance: the words around the slot are those of an example."""

    def __init__(self, slots: Slots, sentences: Iterable[Sequence[str]]) -> None:
        """Learn what stands around each slot; the empty word is the sentence's edge."""
        self._slots = {mark: slots[name] for name, mark in marks(slots).items()}
        self._around: dict[Pair, dict[str, set[str]]] = {}
        for words in sentences:
            for place, word in enumerate(words):
                if word in self._slots:
                    after = self._around.setdefault(_before(words, place), {})
                    after.setdefault(word, set()).add(_at(words, place + 1))

    def readings(
        self, text: str, heard: Sequence[Token], forms: tuple[str, ...]
    ) -> Iterator[Reading]:
        """All readings; of two with one slot, the one with the longer stretch comes first.

        Args:
            text: As it was written.
            heard: Its tokens.
            forms: Their forms, with slips mended. In a slot nothing is a slip.
        """
        yield Reading(forms)
        for slot, start, end in self._stretches(forms):
            stretch = text[heard[start].start : heard[end - 1].end]
            if self._slots[slot](stretch):
                words = (*forms[:start], slot, *forms[end:])
                inside = tuple([token.form for token in heard[start:end]])
                yield Reading(words, slot, stretch, inside)

    def _stretches(self, forms: Sequence[str]) -> list[tuple[str, int, int]]:
        """Slot, first and last (exclusive) word of what may fill it, never the whole sentence."""
        around, count = self._around, len(forms)
        framed = ("", "", *forms, "")
        found: list[tuple[str, int, int]] = []
        for start, before in enumerate(pairwise(framed[: min(count, MAX_BEFORE + 1) + 1])):
            if before in around:
                last, first = min(count, start + MAX_INSIDE), max(start, count - MAX_AFTER - 1)
                for slot, after in around[before].items():
                    found += [
                        (slot, start, end)
                        for end in range(last, first, -1)
                        if framed[end + 2] in after and end - start < count
                    ]
        return found


Pair = tuple[str, str]


def _before(words: Sequence[str], place: int) -> Pair:
    """The two words before a place, empty where the sentence has none."""
    return words[place - 2] if place > 1 else "", words[place - 1] if place else ""


def _at(words: Sequence[str], place: int) -> str:
    """The word at a place, empty after the last."""
    return words[place] if place < len(words) else ""
