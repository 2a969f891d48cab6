"""Pieces and the index over them, as one value; a question finds pieces in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.knowledge.index import Entry, KnowledgeIndex
from companion.engine.knowledge.piece import MOST_PIECES, Piece


class Shelf:
    """Immutable once made; any thread.

    Attributes:
        pieces: In the order of the index.
    """

    def __init__(self, pieces: Sequence[Piece]) -> None:
        """Build the index; some 25 to 50 ms for a thousand passages."""
        self.pieces = tuple(pieces)
        self._index = KnowledgeIndex([Entry(piece.title, piece.text) for piece in self.pieces])

    def search(
        self,
        question: str,
        allowed: Callable[[Piece], bool] = lambda _: True,
        most: int = MOST_PIECES,
    ) -> tuple[tuple[float, Piece], ...]:
        """Find pieces, best first, each with the share of the question that is in it."""
        hits = self._index.search(question, most, lambda place: allowed(self.pieces[place]))
        return tuple((hit.coverage, self.pieces[hit.place]) for hit in hits)


EMPTY = Shelf(())
