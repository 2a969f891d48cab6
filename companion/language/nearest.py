"""The nearest example of each label, found through what its words have in common with a text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.language.least_squares import Column
from companion.language.weights import Vector

Numbers = npt.NDArray[np.intp]


class Nearest:
    """Examples by their features. Immutable; any thread."""

    def __init__(self, vectors: Sequence[Vector], labels: Sequence[int], count: int) -> None:
        """File the examples.

        Args:
            vectors: Of length 1.
            labels: Label of each, in ascending order.
            count: How many labels there are.
        """
        posted: dict[int, list[int]] = {}
        for number, vector in enumerate(vectors):
            for feature in vector:
                posted.setdefault(feature, []).append(number)
        self._posted: dict[int, tuple[Numbers, Column, int]] = {
            feature: (
                np.array(numbers),
                np.array([vectors[n][feature] for n in numbers]),
                len(numbers),
            )
            for feature, numbers in posted.items()
        }
        self._examples, self._count = len(vectors), count
        self._labels, self._starts = np.unique(np.array(labels, np.intp), return_index=True)
        self._has_all = len(self._labels) == count

    def likenesses(self, known: Vector, length: float) -> Column:
        """Cosine of each label's nearest example, 0 where they have nothing in common.

        Args:
            known: The text's known features.
            length: Of all its features; above 0.
        """
        posted = self._posted
        found = [(*posted[f], weight) for f, weight in known.items() if f in posted]
        if not found:
            return np.zeros(self._count)
        numbers, weights, sizes, own = zip(*found, strict=True)
        shares = np.concatenate(weights)
        shares *= np.array(own).repeat(sizes)
        scores = np.bincount(np.concatenate(numbers), shares, self._examples)
        best: Column = np.maximum.reduceat(scores, self._starts)
        best /= length
        if self._has_all:
            return best
        near = np.zeros(self._count)
        near[self._labels] = best
        return near
