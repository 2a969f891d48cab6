"""What the examples of one meaning have in common, as one vector each.

The vectors are those of a ridge regression: their products with the examples come nearest to 1 for
the own label and to 0 for all others. So a word that all labels have says nothing, and two words
that always come together count once.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median

import numpy as np

from companion.language.least_squares import NEAR_ENOUGH, Column, Matrix, Rows, ridge
from companion.language.weights import Vector

DAMPING = 0.3
"""Measured on sets of 7 to 37 labels with 5 to 80 examples each; from 0.1 to 1 little changes."""
ALOOF, FAMILIAR = 0.72, 0.55
"""A new text of a label with many examples comes near 1, of one with few it stays far below; what
is asked of it follows. Measured on the same sets: where the right and the wrong part is at 0.43 and
0.33 of how near one half of the examples is to the other, which becomes 0.6 here."""
MOST_VALUES = 300_000
"""Features of all examples that the regression goes by."""
ROUGHLY = 1e-2
"""How exact the weights of a half are: a median of their likenesses moves by a thousandth."""
FORM = 1
"""Raised with every other change of how weights are worked out: kept ones are void then."""
UNTRIED = 0.5
"""How near halves are taken to be where each label has one example."""


Keep = Callable[[str, tuple[int, int], Callable[[], Matrix]], Matrix]
"""Takes a key of what weights are made from, their shape, and how they are made; gives them, made
or kept from before."""


def made_anew(key: str, shape: tuple[int, int], make: Callable[[], Matrix]) -> Matrix:
    """Keep nothing."""
    del key, shape
    return make()


class Prototypes:
    """One prototype a label, labels being numbers from 0. Immutable once built; any thread."""

    def __init__(
        self,
        vectors: Sequence[Vector],
        labels: Sequence[int],
        loose: frozenset[int] = frozenset(),
        keep: Keep = made_anew,
    ) -> None:
        """Work out.

        Args:
            vectors: Of length 1.
            labels: Label of each.
            loose: Labels whose examples are not expected to be like each other.
            keep: Where the weights may be from.
        """
        count = max(labels, default=-1) + 1
        vectors, labels = _some_of(vectors, labels)
        features = max((max(vector, default=-1) for vector in vectors), default=-1) + 1

        def work_out() -> Matrix:
            weights = _weights(vectors, labels, count, features)
            nearness = _nearness(vectors, labels, loose, count, features)
            return weights / (ALOOF + FAMILIAR * nearness)

        self._weights = keep(_key(vectors, labels, loose), (features, count), work_out)

    def similarities(self, known: Vector, length: float) -> Column:
        """How near a text is to each label: about 1 for what is like its own examples, 0 to 1.

        Args:
            known: The text's known features.
            length: Of all its features; above 0.
        """
        near: Column = np.array([*known.values()]) @ self._weights.take([*known], axis=0)
        near /= length
        np.maximum(near, 0.0, out=near)
        return np.minimum(near, 1.0, out=near)


def _key(vectors: Sequence[Vector], labels: Sequence[int], loose: frozenset[int]) -> str:
    """Another one for each other set of examples, and for each other way to work them out."""
    numbers = (DAMPING, ALOOF, FAMILIAR, UNTRIED, NEAR_ENOUGH, ROUGHLY)
    digest = hashlib.blake2b(repr((FORM, numbers, sorted(loose))).encode(), digest_size=16)
    lengths = [len(vector) for vector in vectors]
    for whole in ([*labels], lengths, [n for vector in vectors for n in vector]):
        digest.update(np.array(whole, np.int64).tobytes())
    values = [value for vector in vectors for value in vector.values()]
    digest.update(np.array(values, np.float64).tobytes())
    return digest.hexdigest()


def _some_of(
    vectors: Sequence[Vector], labels: Sequence[int]
) -> tuple[Sequence[Vector], Sequence[int]]:
    """As many of each label as together are no more than `MOST_VALUES`, spread over its examples.

    What hundreds of examples of one meaning have in common, some dozens have too.
    """
    values = sum(map(len, vectors))
    if values <= MOST_VALUES:
        return vectors, labels
    share = MOST_VALUES / values
    met: Counter[int] = Counter()
    kept: list[int] = []
    for number, label in enumerate(labels):
        before = met[label] * share
        met[label] += 1
        if math.floor(met[label] * share) > math.floor(before) or met[label] == 1:
            kept.append(number)
    return [vectors[n] for n in kept], [labels[n] for n in kept]


def _weights(
    vectors: Sequence[Vector],
    labels: Sequence[int],
    count: int,
    features: int,
    near_enough: float = NEAR_ENOUGH,
) -> Matrix:
    targets = np.zeros((len(vectors), count))
    targets[np.arange(len(vectors)), list(labels)] = 1.0
    return ridge(Rows(vectors, features), targets, DAMPING, near_enough)


def _nearness(
    vectors: Sequence[Vector],
    labels: Sequence[int],
    loose: frozenset[int],
    count: int,
    features: int,
) -> float:
    """How near the middle example is to its label when that is known by half of the others."""
    halves: tuple[list[int], list[int]] = ([], [])
    met: Counter[int] = Counter()
    for number, label in enumerate(labels):
        halves[met[label] % 2].append(number)
        met[label] += 1
    near: list[float] = []
    for told, asked in (halves, halves[::-1]):
        of_half = [vectors[n] for n in told], [labels[n] for n in told]
        weights = _weights(*of_half, count, features, ROUGHLY)
        near.extend(
            sum(value * weights[feature, labels[n]] for feature, value in vectors[n].items())
            for n in asked
            if labels[n] not in loose and met[labels[n]] > 1
        )
    return float(min(1.0, max(0.0, median(near)))) if near else UNTRIED
