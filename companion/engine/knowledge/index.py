"""A finished index over texts, and the texts that answer a question best.

Words, neighbours and rarity decide; no dictionary, no model, no network. An index never changes: a
new one is made beside it, on a thread, while this one goes on answering (KNOW-017).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.engine.knowledge.coverage import Asked, Part
from companion.engine.knowledge.misheard import Misheard
from companion.engine.knowledge.postings import Floats, Postings, pair, pairs_of, rarest, words_of
from companion.engine.knowledge.question import asked_about
from companion.engine.knowledge.terms import BREAK, Vocabulary

PAIR = 0.55
"""What neighbours count beside single words."""
CHARACTER, CHARACTER_PAIR = 0.35, 1.0
"""In Chinese two characters are a word, and one says little."""
COVERAGE = 0.3
"""Share of what a question is about that a text must hold to be shown (GUIDE-012); from 0.35 on
right answers to titles of real packs are lost (`bench knowledge`)."""
SURE = 0.55
"""Share from which on a text is taken for an answer; what holds less is said to be the nearest. Of
questions about what is written nowhere eight in ten find 0.3 somewhere, one in eight 0.55."""
FIRST_LOOK = 64
MOST_WORDS = 32
"""Of a question; what comes after them is not looked for."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One text as it is indexed.

    Attributes:
        title: Its words count twice.
        text: What is found.
    """

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A text that was found.

    Attributes:
        place: Of the entry in the index.
        score: Higher is better; comparable within one search only.
        coverage: Share of what was asked about that is in it, by rarity; from 0 to 1.
    """

    place: int
    score: float
    coverage: float


@dataclass(frozen=True, slots=True)
class _Clue:
    """Something to look for: a word or two neighbours.

    Attributes:
        place: In the postings; -1 where no text has it.
        factor: What it counts.
    """

    postings: Postings
    place: int
    factor: float


class KnowledgeIndex:
    """Immutable once built; any thread. A hundred thousand passages take some 150 MB."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Build; takes some 5 s for a hundred thousand passages."""
        vocabulary = Vocabulary()
        texts = [f"{e.title}\n{e.title}\n{e.text}" if e.title else e.text for e in entries]
        stream, owners = vocabulary.stream(texts)
        lengths = np.bincount(owners, minlength=len(texts)).astype(np.float32)
        self._size = len(entries)
        self._width = len(vocabulary.forms)
        self._vocabulary = vocabulary
        self._words = words_of(stream, owners, lengths)
        self._pairs = pairs_of(stream, owners, lengths, self._width)
        self._misheard = Misheard(vocabulary.forms, vocabulary.characters, self._pairs)

    def __len__(self) -> int:
        return self._size

    def search(
        self,
        question: str,
        most: int,
        allowed: Callable[[int], bool] = lambda _: True,
        coverage: float = COVERAGE,
    ) -> tuple[Hit, ...]:
        """Find the texts that answer a question.

        Args:
            question: As it was said or typed.
            most: How many are wanted.
            allowed: Whether the text at a place may be told to whoever asks.
            coverage: What a text must hold of the question.

        Returns:
            Best first.
        """
        numbers, missing = self._numbers(question)
        clues = self._clues(numbers)
        if not clues or not self._size:
            return ()
        places, shares = self._asked(numbers, missing).covered(coverage, self._size)
        scores = np.zeros(self._size, np.float32)
        scores[places] = self._scores(clues)[places]
        found: list[Hit] = []
        for place in _best_first(scores):
            if len(found) == most:
                break
            if allowed(place):
                share = float(shares[np.searchsorted(places, place)])
                found.append(Hit(place, float(scores[place]), share))
        return tuple(found)

    def _numbers(self, question: str) -> tuple[list[int], int]:
        """The numbers of what is asked about, breaks between them, and how much nobody wrote of."""
        numbers: list[int] = []
        missing = 0
        for part in self._misheard.mended(asked_about(question)[:MOST_WORDS]):
            number = self._vocabulary.number(part)
            missing += number is None
            numbers.append(BREAK if number is None else number)
        return numbers, missing

    def _clues(self, numbers: Sequence[int]) -> list[_Clue]:
        chinese = self._vocabulary.characters.intersection(numbers)
        found = [
            _Clue(self._words, self._words.find(n), CHARACTER if n in chinese else 1.0)
            for n in dict.fromkeys(numbers)
            if n != BREAK
        ]
        for first, second in dict.fromkeys(itertools.pairwise(numbers)):
            if BREAK not in (first, second):
                factor = CHARACTER_PAIR if {first, second} <= chinese else PAIR
                place = self._pairs.find(pair(first, second, self._width))
                found.append(_Clue(self._pairs, place, factor))
        return [clue for clue in found if clue.place >= 0]

    def _scores(self, clues: Sequence[_Clue]) -> Floats:
        scores = np.zeros(self._size, np.float32)
        for clue in clues:
            texts, weights = clue.postings.of(clue.place)
            scores[texts] += weights * np.float32(clue.factor)
        return scores

    def _asked(self, numbers: Sequence[int], missing: int) -> Asked:
        """What is asked about, as what a text may hold of it."""
        units = self._units(numbers)
        known = [
            Part(unit.postings.of(unit.place)[0], float(unit.postings.worth[unit.place]))
            for unit in units
            if unit.place >= 0
        ]
        lost = missing + len(units) - len(known)
        return Asked(tuple(known), lost * rarest(self._size))

    def _units(self, numbers: Sequence[int]) -> list[_Clue]:
        """What is asked about, each thing once: words, and Chinese characters two by two."""
        characters = self._vocabulary.characters
        units: dict[tuple[int, ...], _Clue] = {}
        for run in _runs(numbers):
            chinese = [n in characters for n in run]
            for at, number in enumerate(run):
                if not chinese[at] or len(run) == 1:
                    units[(number,)] = _Clue(self._words, self._words.find(number), 1.0)
                elif at + 1 < len(run) and chinese[at + 1]:
                    key = pair(number, run[at + 1], self._width)
                    units[number, run[at + 1]] = _Clue(self._pairs, self._pairs.find(key), 1.0)
        return list(units.values())


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """What stands between breaks."""
    run: list[int] = []
    for number in (*numbers, BREAK):
        if number != BREAK:
            run.append(number)
        elif run:
            yield run
            run = []


def _best_first(scores: Floats) -> Iterator[int]:
    """Places with a score, best first; equal ones in their order. Looks as far as is asked for."""
    held = np.flatnonzero(scores)
    worth = scores[held]
    many, done = FIRST_LOOK, 0
    while True:
        if many < len(held):
            edge = np.partition(worth, len(held) - many)[len(held) - many]
            places = held[worth >= edge]
        else:
            places = held
        ordered = places[np.lexsort((places, -scores[places]))]
        yield from (int(place) for place in ordered[done:])
        if many >= len(held):
            return
        done, many = len(ordered), many * 8
