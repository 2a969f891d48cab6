"""What the examples of one meaning have in common, as one vector each (Rocchio, 1971).

A prototype is the sum of the label's own examples less a share of the mean of all others. How like
a text is to it is measured against the label's own examples: what is as near as the middle one of
them is as near as can be, however wide or narrow the label is.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from companion.language.weights import Vector

APART = 0.5
"""How much of the mean of all other labels is taken off."""
LEAST_TYPICAL = 0.05
"""A label whose examples have nothing in common is near to nothing."""


class Prototypes:
    """One prototype a label, labels being numbers from 0. Immutable once built; any thread."""

    def __init__(self, vectors: Sequence[Vector], labels: Sequence[int]) -> None:
        """Sum up.

        Args:
            vectors: Of length 1.
            labels: Label of each.
        """
        self._count = max(labels, default=-1) + 1
        sums: list[dict[int, float]] = [{} for _ in range(self._count)]
        for vector, label in zip(vectors, labels, strict=True):
            _add(sums[label], vector)
        sums = [_unit(one) for one in sums]
        share = APART / max(self._count - 1, 1)
        self._all: dict[int, float] = {}
        for one in sums:
            _add(self._all, one)
        self._scales = [(1.0 + share) / self._length(one, share) for one in sums]
        self._others = share / (1.0 + share)
        self._posted: dict[int, list[tuple[int, float]]] = {}
        for label, one in enumerate(sums):
            for feature, weight in one.items():
                self._posted.setdefault(feature, []).append((label, weight))
        middles = self._middles(vectors, labels)
        self._scales = [s / middle for s, middle in zip(self._scales, middles, strict=True)]

    def similarities(self, known: Vector, length: float) -> list[float]:
        """How near a text is to each label: 1 for what is as near as its own examples, at least 0.

        Args:
            known: The text's known features.
            length: Of all its features; above 0.
        """
        own = [0.0] * self._count
        everything = 0.0
        posted, total = self._posted, self._all
        for feature, weight in known.items():
            everything += weight * total[feature]
            for label, share in posted[feature]:
                own[label] += weight * share
        others = self._others * everything
        return [
            min(1.0, max(0.0, (mine - others) * scale / length))
            for mine, scale in zip(own, self._scales, strict=True)
        ]

    def _length(self, own: Vector, share: float) -> float:
        """Length of a label's sum less its share of all others."""
        less = {feature: -share * weight for feature, weight in self._all.items()}
        for feature, weight in own.items():
            less[feature] += (1.0 + share) * weight
        return math.sqrt(sum(w * w for w in less.values())) or 1.0

    def _middles(self, vectors: Sequence[Vector], labels: Sequence[int]) -> list[float]:
        """How near the middle one of each label's own examples is."""
        near: defaultdict[int, list[float]] = defaultdict(list)
        for vector, label in zip(vectors, labels, strict=True):
            near[label].append(self.similarities(vector, 1.0)[label])
        middle = [sorted(near[label] or [1.0]) for label in range(self._count)]
        return [max(values[len(values) // 2], LEAST_TYPICAL) for values in middle]


def _add(sums: dict[int, float], vector: Vector) -> None:
    for feature, weight in vector.items():
        sums[feature] = sums.get(feature, 0.0) + weight


def _unit(vector: Vector) -> dict[int, float]:
    length = math.sqrt(sum(w * w for w in vector.values())) or 1.0
    return {feature: weight / length for feature, weight in vector.items()}
