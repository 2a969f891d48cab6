"""The nearest example of each label, found through what its words have in common with a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.language.weights import Vector

COMMON_SHARE = 0.1
"""A feature that more than this share of the examples have is common."""
MOST_KEPT = 512
"""Sets of common features whose sums are kept."""

Numbers = tuple[int, ...]


class Nearest:
    """Examples by their features. Any thread.

    What common features add up to is kept for each set of them that was met: a feature weighs the
    same in every text, and most texts have the same few common ones.
    """

    def __init__(self, vectors: Sequence[Vector], labels: Sequence[int]) -> None:
        """File the examples.

        Args:
            vectors: Of length 1.
            labels: Label of each, in ascending order.
        """
        self._posted: dict[int, list[tuple[int, float]]] = {}
        spans: dict[int, tuple[int, int]] = {}
        for number, (vector, label) in enumerate(zip(vectors, labels, strict=True)):
            first, _ = spans.get(label, (number, number))
            spans[label] = first, number + 1
            for feature, weight in vector.items():
                self._posted.setdefault(feature, []).append((number, weight))
        self._spans = [(label, first, last) for label, (first, last) in spans.items()]
        least = COMMON_SHARE * len(vectors)
        self._common = frozenset(f for f, posted in self._posted.items() if len(posted) > least)
        self._kept: dict[Numbers, list[float]] = {(): [0.0] * len(vectors)}

    def likenesses(self, known: Vector, length: float) -> Iterator[tuple[int, float]]:
        """Label and cosine of its nearest example, where they have anything in common.

        Args:
            known: The text's known features.
            length: Of all its features; above 0.
        """
        common = tuple(feature for feature in known if feature in self._common)
        scores = self._sums(common, known).copy()
        self._add(scores, (feature for feature in known if feature not in self._common), known)
        for label, first, last in self._spans:
            best = max(scores[first:last])
            if best > 0.0:
                yield label, best / length

    def _sums(self, common: Numbers, known: Vector) -> list[float]:
        kept = self._kept.get(common)
        if kept is None:
            kept = self._kept[()].copy()
            self._add(kept, common, known)
            if len(self._kept) < MOST_KEPT:
                self._kept[common] = kept
        return kept

    def _add(self, scores: list[float], features: Iterator[int] | Numbers, known: Vector) -> None:
        posted = self._posted
        for feature in features:
            weight = known[feature]
            for number, share in posted.get(feature, ()):
                scores[number] += weight * share
