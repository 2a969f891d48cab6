"""The nearest example of each label, found through what its words have in common with a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.language.weights import Vector


class Nearest:
    """Examples by their features. Immutable once built; any thread."""

    def __init__(self, vectors: Sequence[Vector], labels: Sequence[int]) -> None:
        """File the examples.

        Args:
            vectors: Of length 1.
            labels: Label of each, in ascending order.
        """
        self._count = len(vectors)
        self._posted: dict[int, list[tuple[int, float]]] = {}
        spans: dict[int, tuple[int, int]] = {}
        for number, (vector, label) in enumerate(zip(vectors, labels, strict=True)):
            first, _ = spans.get(label, (number, number))
            spans[label] = first, number + 1
            for feature, weight in vector.items():
                self._posted.setdefault(feature, []).append((number, weight))
        self._spans = [(label, first, last) for label, (first, last) in spans.items()]

    def likenesses(self, known: Vector, length: float) -> Iterator[tuple[int, float]]:
        """Label and cosine of its nearest example, where they have anything in common.

        Args:
            known: The text's known features.
            length: Of all its features; above 0.
        """
        scores = [0.0] * self._count
        posted = self._posted
        for feature, weight in known.items():
            for number, share in posted.get(feature, ()):
                scores[number] += weight * share
        for label, first, last in self._spans:
            best = max(scores[first:last])
            if best > 0.0:
                yield label, best / length
