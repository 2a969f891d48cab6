"""The ways to read a sentence: as it is, and with a stretch of it as the words of a slot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from companion.language.tokens import Token

MAX_BEFORE = 9
MAX_AFTER = 9
"""Words around a slot; what stands further in is no request with a name in it."""

Slots = Mapping[str, Callable[[str], bool]]
"""Name of a slot to what may stand in it, judged by the text as it was written."""

_NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a sentence.

    Attributes:
        words: Forms, with a mark in the place of the slot.
        slot: The slot's mark; empty without one.
        filled: Name of the slot to the words that stand there, as they were written.
        inside: Forms of those words.
    """

    words: tuple[str, ...]
    slot: str = ""
    filled: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    inside: tuple[str, ...] = ()


def mark(slot: str) -> str:
    """What stands for a slot among forms."""
    return "{" + slot + "}"


def is_mark(word: str) -> bool:
    """Whether a form stands for a slot."""
    return word[0] == "{"


class Reader:
    """Finds the readings that have a chance: the slot's neighbours are those of an example."""

    def __init__(self, slots: Slots, sentences: Iterable[Sequence[str]]) -> None:
        """Learn which words stand beside each slot; the empty word is the sentence's edge."""
        self._slots = tuple((name, mark(name), accepts) for name, accepts in slots.items())
        self._before: dict[str, set[str]] = {name: set() for _, name, _ in self._slots}
        self._after: dict[str, set[str]] = {name: set() for _, name, _ in self._slots}
        for words in sentences:
            for left, right in pairwise(("", *words, "")):
                if right in self._before:
                    self._before[right].add(left)
                if left in self._after:
                    self._after[left].add(right)

    def readings(self, text: str, heard: Sequence[Token]) -> Iterator[Reading]:
        """All readings; of two with one slot, the one with the longer stretch comes first."""
        forms = tuple(token.form for token in heard)
        yield Reading(forms)
        count = len(forms)
        for name, slot, accepts in self._slots:
            before, after = self._before[slot], self._after[slot]
            ends = [end for end in range(count, max(0, count - MAX_AFTER - 1), -1)
                    if (forms[end] if end < count else "") in after]  # fmt: skip
            if not ends:
                continue
            for start in range(min(count, MAX_BEFORE + 1)):
                if (forms[start - 1] if start else "") not in before:
                    continue
                for end in ends:
                    if end <= start or end - start == count:
                        continue
                    stretch = text[heard[start].start : heard[end - 1].end]
                    if accepts(stretch):
                        words = (*forms[:start], slot, *forms[end:])
                        yield Reading(words, slot, {name: stretch}, forms[start:end])
