"""What pieces of words say about a meaning: `transfer`, `transferred` and `transfers` share most.

Pieces are runs of three and four letters, edges included. Syllables are whole already.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.language.readings import is_mark
from companion.language.tokens import SYLLABLE
from companion.language.weights import Vector

PIECE = 0.3
"""What a piece counts beside a word."""
SIZES = (3, 4)
REMEMBERED_WORDS = 4096

Part = tuple[tuple[tuple[int, float], ...], float]
"""Number and weight of each known piece of a word, and the square of the length of all of them."""


class Pieces:
    """Numbers and weights of the examples' pieces of words. Any thread."""

    def __init__(self, sentences: Sequence[Sequence[str]], first: int) -> None:
        """Count.

        Args:
            sentences: Forms of each example.
            first: Number of the first piece; those below are words' and pairs'.
        """
        counts = Counter(
            piece for words in sentences for piece in {p for w in words for p in _pieces(w)}
        )
        total = len(sentences)
        numbers = {piece: number for number, piece in enumerate(sorted(counts), first)}
        unknown = PIECE * (1.0 + math.log(1 + total))

        @lru_cache(maxsize=REMEMBERED_WORDS)
        def part(word: str) -> Part:
            known: list[tuple[int, float]] = []
            square = 0.0
            for piece in sorted(set(_pieces(word))):
                weight = unknown
                if piece in counts:
                    weight = PIECE * (1.0 + math.log((1 + total) / (1 + counts[piece])))
                    known.append((numbers[piece], weight))
                square += weight * weight
            return tuple(known), square

        self._part = part

    def added(self, known: Vector, length: float, words: Sequence[str]) -> tuple[Vector, float]:
        """A sentence's features with its words' pieces, and the length of all of them."""
        whole = [word for word in words if word[0] != SYLLABLE]
        if not whole:
            return known, length
        features = dict(known)
        square = length * length
        for word in whole:
            part, own = self._part(word)
            features.update(part)
            square += own
        return features, math.sqrt(square)


def _pieces(word: str) -> Iterator[str]:
    if word[0] == SYLLABLE or is_mark(word):
        return
    framed = f"<{word}>"
    for size in SIZES:
        for start in range(len(framed) - size + 1):
            yield framed[start : start + size]
