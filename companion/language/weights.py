"""How much each word and each pair of neighbours says about what a sentence means (TF-IDF).

A feature weighs more the rarer it is among the examples, and less the more evenly it is spread over
their meanings: "my" is everywhere, "quests" is in three meanings, "reward" is in one.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from companion.language.tokens import SYLLABLE

PAIR = 0.6
"""What a pair of neighbours counts beside a word."""
SPREAD = 0.7
"""Share of its weight that a feature loses when all meanings have it alike."""
EDGE = "^"
"""Neighbour of the first and of the last word."""

Vector = Mapping[int, float]
"""Number of a feature to its weight; only known features. Rare features have low numbers."""


class Weights:
    """Features of the examples and what each weighs. Immutable once built; any thread."""

    def __init__(self, sentences: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Count.

        Args:
            sentences: Label and forms of each example.
        """
        seen = [(label, frozenset(_features(words))) for label, words in sentences]
        counts = Counter(feature for _, features in seen for feature in features)
        spread = _spread(seen)
        total = len(seen)
        self.unknown = 1.0 + math.log(1 + total)
        """What a word weighs that no example has."""
        rare_first = sorted(counts, key=lambda feature: (counts[feature], feature))
        self._numbers = {feature: number for number, feature in enumerate(rare_first)}
        self._weights = [
            (1.0 + math.log((1 + total) / (1 + counts[feature])))
            * (1.0 - SPREAD * spread[feature])
            * (PAIR if " " in feature else 1.0)
            for feature in self._numbers
        ]

    def __len__(self) -> int:
        """How many features there are."""
        return len(self._numbers)

    def of(self, word: str) -> float:
        """What a word weighs."""
        number = self._numbers.get(word)
        return self.unknown if number is None else self._weights[number]

    def vector(self, words: Sequence[str]) -> tuple[Vector, float]:
        """The known features of a sentence with their weights, and the length of all of them."""
        numbers, weights = self._numbers, self._weights
        known: dict[int, float] = {}
        square = 0.0
        for feature in dict.fromkeys(_features(words)):
            number = numbers.get(feature)
            if number is None:
                weight = self.unknown * PAIR if " " in feature else self.unknown
            else:
                weight = known[number] = weights[number]
            square += weight * weight
        return known, math.sqrt(square)

    def known_length(self, words: Sequence[str]) -> float:
        """Length of what examples have of a stretch: its words, and of syllables only the pairs.

        Single syllables are in every name, whatever the examples are about.
        """
        pairs = (f"{left} {right}" for left, right in pairwise(words) if left[0] == SYLLABLE)
        whole = (word for word in words if word[0] != SYLLABLE)
        numbers = (self._numbers.get(feature) for feature in (*whole, *pairs))
        return math.sqrt(sum(self._weights[n] ** 2 for n in numbers if n is not None))

    def unit(self, words: Sequence[str]) -> Vector:
        """The known features of a sentence, of length 1."""
        known, length = self.vector(words)
        return {number: weight / length for number, weight in known.items()}


def _features(words: Sequence[str]) -> Sequence[str]:
    if not words:
        return ()
    return (*words, *map(" ".join, pairwise((EDGE, *words, EDGE))))


def _spread(seen: Iterable[tuple[str, frozenset[str]]]) -> Mapping[str, float]:
    """How evenly each feature is spread over the labels: 0 for one label, 1 for all alike."""
    sizes: Counter[str] = Counter()
    by_feature: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for label, features in seen:
        sizes[label] += 1
        for feature in features:
            by_feature[feature][label] += 1
    most = math.log(len(sizes)) if len(sizes) > 1 else 1.0
    return {feature: _entropy(counts, sizes) / most for feature, counts in by_feature.items()}


def _entropy(counts: Mapping[str, int], sizes: Mapping[str, int]) -> float:
    shares = [count / sizes[label] for label, count in counts.items()]
    total = sum(shares)
    return -sum(share / total * math.log(share / total) for share in shares)
