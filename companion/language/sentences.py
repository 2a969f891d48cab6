"""The example sentences of one language, and how like a text is to each label's."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.language.closest import Closest
from companion.language.nearest import Nearest
from companion.language.pieces import Pieces
from companion.language.prototypes import Keep, Prototypes, made_anew
from companion.language.readings import Reader, Reading, is_mark
from companion.language.tokens import Token
from companion.language.weights import Vector, Weights

VERBATIM = 0.9
"""From here on a text is as good as its nearest example."""
MOST_RANKED = 4
"""Labels that are told; the rest is further away."""
DIGITS = 6
SCALE = 10.0**DIGITS
SAME = 1e-6
"""Similarities nearer than this are equal; the earlier reading, with the longer name, stays."""
NO_NAME = 0.2
"""A text that fits an example around a name no more than this does not fit it at all."""
CLOSER = 1.5
"""Power of the cosine to one example alone: 0.8 becomes 0.72."""
CLOSELY = 4
"""Power of the cosine around a name: 0.9 becomes 0.66, 0.8 becomes 0.41."""
FARTHEST = NO_NAME ** (1 / CLOSELY)
"""The cosine around a name that is `NO_NAME`."""
MEANT = 4
"""Examples that have a word from which on it is one of theirs: what a few have may as well be a
part of a name, such as the furnace of "the furnace is built, what next"."""
SWALLOWED = 0.6
"""What a word counts that examples know and that a slot takes for a part of a name."""


class Match(NamedTuple):
    """How well one label fits.

    Attributes:
        slots: Name to the words of the text that stand there, as they were written.
        nearest: Likeness to the label's nearest example, 0 to 1.
        common: Likeness to what its examples have in common, 0 to 1; of one with a slot, to the
            nearest example where what stands in the slot is a name beyond doubt.
        coverage: Share of the text's words, by weight, that the label's examples know; 0 to 1. Only
            the best label has it and those with slots, others 0.
    """

    label: str
    slots: Mapping[str, str]
    nearest: float
    common: float
    coverage: float

    @property
    def similarity(self) -> float:
        """Both likenesses in one, 0 to 1; a text that is an example has 1."""
        return self.nearest if self.slots else _like(self.nearest, self.common)


def _like(nearest: float, common: float) -> float:
    """Both likenesses in one."""
    return max(nearest if nearest >= VERBATIM else nearest**CLOSER, common)


def gap(matches: Sequence[Match]) -> float:
    """How far the first match is before all others; at least 0.

    Where a text is all but an example, or fits an example around a name, that is by the nearest
    examples; else by both likenesses.
    """
    if not matches:
        return 0.0
    first, others = matches[0], matches[1:]
    if first.slots or first.nearest >= VERBATIM:
        return max(0.0, first.nearest - max((m.nearest for m in others), default=0.0))
    return max(0.0, first.similarity - max((m.similarity for m in others), default=0.0))


@dataclass(frozen=True, slots=True)
class Sentence:
    """An example in the forms that are compared.

    Attributes:
        slot: Name of its slot; empty without one.
        mark: What stands for the slot among the words.
        words: Forms, the mark among them.
    """

    label: str
    slot: str
    mark: str
    words: tuple[str, ...]


Best = dict[int, tuple[float, float, float, Reading]]
"""Label's number to similarity, both likenesses and the reading of its best match so far."""


NO_SLOT: Mapping[str, str] = {}


class Sentences:
    """Compares. Immutable once built; any thread."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        reader: Reader,
        loose: frozenset[str] = frozenset(),
        keep: Keep = made_anew,
    ) -> None:
        """Count and sum up.

        Args:
            sentences: Sorted by label, then by slot.
            reader: Finds the readings of a text.
            loose: Labels whose sentences have nothing in common; only the nearest one counts.
            keep: Where the weights may be from.
        """
        self._reader = reader
        self._weights = Weights([(s.label, s.words) for s in sentences])
        self._labels = sorted({s.label for s in sentences})
        self._strange = frozenset(n for n, label in enumerate(self._labels) if label in loose)
        numbers = {label: number for number, label in enumerate(self._labels)}
        labels = [numbers[s.label] for s in sentences]
        vectors = [self._weights.unit(s.words) for s in sentences]
        self._pieces = Pieces([s.words for s in sentences], len(self._weights))
        self._prototypes = Prototypes(
            [self._whole(s.words) for s in sentences], labels, self._strange, keep
        )
        filed: dict[str, tuple[list[Vector], list[int]]] = {"": ([], [])}
        for sentence, vector, label in zip(sentences, vectors, labels, strict=True):
            of_mark = filed.setdefault(sentence.mark, ([], []))
            of_mark[0].append(vector)
            of_mark[1].append(label)
        self._nearest = Nearest(*filed.pop(""), len(self._labels))
        self._closest = {mark: Closest(*those, FARTHEST) for mark, those in filed.items()}
        self._slots = {
            (label, sentence.mark): sentence.slot
            for label, sentence in zip(labels, sentences, strict=True)
        }
        self._vocabulary: list[set[str]] = [set() for _ in self._labels]
        for label, sentence in zip(labels, sentences, strict=True):
            self._vocabulary[label].update(sentence.words)
        told = zip(labels, sentences, strict=True)
        met = Counter(w for n, s in told if n not in self._strange for w in set(s.words))
        self._meant = {word for word, count in met.items() if count >= MEANT}

    def rank(self, text: str, heard: Sequence[Token], forms: tuple[str, ...]) -> list[Match]:
        """The best match of each label that has anything in common with a text."""
        plain: Best = {}
        named: Best = {}
        for reading in self._reader.readings(text, heard, forms):
            if reading.slot:
                self._compare_slot(reading, plain, named)
            else:
                plain = self._compare(reading)
        best = {**plain, **named} if named else plain
        ranked = sorted([(-round(found[0] * SCALE), label) for label, found in best.items()])
        return [
            self._match(label, best[label], is_first=not place)
            for place, (_, label) in enumerate(ranked[:MOST_RANKED])
        ]

    def _whole(self, words: Sequence[str]) -> Vector:
        """All features of an example, pieces of words too, of length 1."""
        known, length = self._pieces.added(*self._weights.vector(words), words)
        return {feature: weight / length for feature, weight in known.items()}

    def _compare(self, reading: Reading) -> Best:
        known, length = self._weights.vector(reading.words)
        if not known:
            return {}
        common = self._prototypes.similarities(*self._pieces.added(known, length, reading.words))
        near = self._nearest.likenesses(known, length)
        strange = self._strange
        found: Best = {}
        for label, (own, alone) in enumerate(zip(common.tolist(), near.tolist(), strict=True)):
            if alone > 0.0:
                shared = alone if label in strange and alone > own else own
                closer = alone if alone >= VERBATIM else alone**CLOSER
                found[label] = (closer if closer > shared else shared), alone, shared, reading
        return found

    def _compare_slot(self, reading: Reading, plain: Best, best: Best) -> None:
        """Compare with the examples that have this slot; what it swallows makes it less like them.

        A name may be anything, so what is around it must fit closely.
        """
        known, length = self._weights.vector(reading.words)
        shorter = 0.0
        for label, near in self._closest[reading.slot].labels(known, length).items():
            least = _least(label, plain, best)
            if near**CLOSELY <= least:
                continue
            if not shorter:
                inside = [word for word in reading.inside if word in self._meant]
                swallowed = SWALLOWED * self._weights.known_length(inside)
                shorter = length / math.hypot(length, swallowed)
            like = (near * shorter) ** CLOSELY
            if like > least:
                best[label] = like, like, near**CLOSELY, reading

    def _match(
        self, label: int, found: tuple[float, float, float, Reading], *, is_first: bool
    ) -> Match:
        _, near, common, reading = found
        slot, filled = reading.slot, NO_SLOT
        if slot and (name := self._slots.get((label, slot), "")):
            filled = {name: reading.stretch}
        is_told = is_first or slot
        coverage = self._coverage(reading.words, self._vocabulary[label]) if is_told else 0.0
        near, common = round(min(1.0, near), DIGITS), round(min(1.0, common), DIGITS)
        return Match(self._labels[label], filled, near, common, coverage)

    def _coverage(self, words: Sequence[str], known: set[str]) -> float:
        covered = total = 0.0
        weight_of = self._weights.of
        for word in words:
            if not is_mark(word):
                weight = weight_of(word)
                total += weight
                if word in known:
                    covered += weight
        return covered / total if total else 0.0


def _least(label: int, plain: Best, best: Best) -> float:
    """What a reading with a slot must be more like a label than, to be the better reading."""
    if label in best:
        return best[label][0] + SAME
    if label in plain:
        return max(NO_NAME, plain[label][0] + SAME)
    return NO_NAME
