"""The nearest example of each label, found through what its words have in common with a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from companion.language.least_squares import Column
from companion.language.weights import Vector

Numbers = npt.NDArray[np.intp]

FEW = 200
"""Features of examples that are summed up one by one sooner than by arrays."""


class Nearest:
    """Examples by their features. Immutable; any thread."""

    def __init__(self, vectors: Sequence[Vector], labels: Sequence[int], count: int) -> None:
        """File the examples.

        Args:
            vectors: Of length 1.
            labels: Label of each, in ascending order.
            count: How many labels there are.
        """
        posted: dict[int, list[tuple[int, float]]] = {}
        for number, vector in enumerate(vectors):
            for feature, weight in vector.items():
                posted.setdefault(feature, []).append((number, weight))
        self._posted: dict[int, tuple[Numbers, Column, int]] = {
            feature: (
                np.array([n for n, _ in entries]),
                np.array([w for _, w in entries]),
                len(entries),
            )
            for feature, entries in posted.items()
        }
        self._entries, self._label_of = posted, tuple(labels)
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

    def of_labels(self, known: Vector, length: float) -> Mapping[int, float]:
        """The same, only of labels that have something in common with the text; in order.

        Of a few examples that is found sooner without arrays, and is the same to the last bit.
        """
        entries = [(self._entries[f], weight) for f, weight in known.items() if f in self._entries]
        if sum(len(pairs) for pairs, _ in entries) > FEW:
            near = self.likenesses(known, length)
            labels = np.flatnonzero(near)
            return dict(zip(labels.tolist(), near[labels].tolist(), strict=True))
        scores: dict[int, float] = {}
        for pairs, own in entries:
            for number, weight in pairs:
                scores[number] = scores.get(number, 0.0) + weight * own
        best: dict[int, float] = {}
        for number, score in scores.items():
            label = self._label_of[number]
            if score > best.get(label, 0.0):
                best[label] = score
        return {label: best[label] / length for label in sorted(best)}
