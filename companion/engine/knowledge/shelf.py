"""Pieces and the index over them, as one value; a question finds pieces in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.engine.knowledge.index import SURE, Entry, Hit, KnowledgeIndex
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
        return tuple((hit.coverage, self._found(hit)) for hit in hits)

    def _found(self, hit: Hit) -> Piece:
        piece = self.pieces[hit.place]
        return piece if hit.coverage >= SURE else replace(piece, is_near=True)


EMPTY = Shelf(())
