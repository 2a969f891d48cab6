"""The numbered rows of a long list, each made when somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

from companion.protocol.cards.builder import CardChoice

E = TypeVar("E")


class Rows(Sequence[CardChoice], Generic[E]):
    """Choices of a list, as long as it is: a card of 5,000 rows costs the rows of one page."""

    def __init__(self, entries: Sequence[E], make: Callable[[int, E], CardChoice]) -> None:
        """Hold the entries.

        Args:
            entries: What the rows are about.
            make: Makes the choice of a row from its place, counted from 1, and its entry.
        """
        self._entries = entries
        self._make = make

    @overload
    def __getitem__(self, index: int) -> CardChoice: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[CardChoice, ...]: ...
    def __getitem__(self, index: int | slice) -> CardChoice | tuple[CardChoice, ...]:
        """The choice of a row, or of a stretch of rows."""
        places = range(1, len(self._entries) + 1)
        if isinstance(index, slice):
            chosen = zip(places[index], self._entries[index], strict=True)
            return tuple(self._make(place, entry) for place, entry in chosen)
        return self._make(places[index], self._entries[index])

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._entries)
