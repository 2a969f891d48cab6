"""The nearest example of each label among those that are near, found without comparing with all.

Features are taken in one order, rare ones first. Of a text and of an example only so many of the
first matter that what is left of it is too short to make them alike; where these have nothing in
common, the two are not near (prefix filtering; R. Bayardo and others, "Scaling up all pairs
similarity search", 2007).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.language.weights import Vector


class Closest:
    """Examples by their first features. Immutable; any thread."""

    def __init__(self, vectors: Sequence[Vector], labels: Sequence[int], least: float) -> None:
        """File the examples.

        Args:
            vectors: Of length 1.
            labels: Label of each.
            least: The cosine from which on an example is near; above 0.
        """
        self._vectors, self._labels, self._least = vectors, labels, least
        self._known = frozenset(feature for vector in vectors for feature in vector)
        self._filed: dict[int, list[int]] = {}
        for number, vector in enumerate(vectors):
            for feature in self._first(vector, 1.0):
                self._filed.setdefault(feature, []).append(number)

    def labels(self, known: Vector, length: float) -> Mapping[int, float]:
        """Cosine of each label's nearest example, of labels that have one nearer than `least`.

        Args:
            known: The text's known features.
            length: Of all its features; above 0.
        """
        filed, best = self._filed, dict[int, float]()
        found = [filed[feature] for feature in self._first(known, length) if feature in filed]
        for number in sorted({number for numbers in found for number in numbers}):
            vector, label = self._vectors[number], self._labels[number]
            both = known.keys() & vector.keys()
            near = sum([known[feature] * vector[feature] for feature in both]) / length
            if near > best.get(label, self._least):
                best[label] = near
        return best

    def _first(self, vector: Vector, length: float) -> list[int]:
        """The features without which what is left is too short to be near anything."""
        known = sorted([feature for feature in vector if feature in self._known])
        squares = [vector[feature] ** 2 for feature in known]
        rest, enough = sum(squares), (self._least * length) ** 2
        for count, square in enumerate(squares):
            if rest <= enough:
                return known[:count]
            rest -= square
        return known
