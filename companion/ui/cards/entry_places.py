"""How wide and high painted entries are: rows as high as they need, or a grid of equal cells."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.cards.painted_entry import PaintedEntry
from companion.ui.theme import scaled


@dataclass(frozen=True, slots=True)
class Cell:
    """Bounds of a cell, in pixels at text size 1.

    Attributes:
        least_px: Where this does not fit there are fewer columns.
        most_px: 0 for no bound.
    """

    least_px: int = 1
    most_px: int = 0


ANY_CELL = Cell()


class EntryPlaces:
    """Sizes of entries by the width there is; remembers them, since layouts ask over and over.

    Attributes:
        columns: 0 for rows, else a grid of at most so many columns.
        most_rows: Rows that are seen at once; 0 for all.
    """

    def __init__(self, columns: int, most_rows: int, cell: Cell) -> None:
        self.columns = columns
        self.most_rows = most_rows
        self._cell = cell
        self._entries: tuple[PaintedEntry, ...] = ()
        self._heights: dict[int, int] = {}
        self._cell_heights: dict[int, int] = {}

    def use(self, entries: tuple[PaintedEntry, ...]) -> None:
        """Measure other entries."""
        self._entries = entries
        self.forget()

    def forget(self) -> None:
        """Measure anew, in another look."""
        self._heights.clear()
        self._cell_heights.clear()

    def height(self, width: int) -> int:
        """Pixels of all entries, or of those that are seen at once."""
        if width not in self._heights:
            self._heights[width] = self._measured(width)
        return self._heights[width]

    def cell_width(self, width: int) -> int:
        """Pixels of an entry where a list has a width."""
        if not self.columns:
            return width
        share = max(1, (width - 1) // self.columns_in(width))
        return min(share, scaled(self._cell.most_px)) if self._cell.most_px else share

    def columns_in(self, width: int) -> int:
        """Columns that fit."""
        return max(1, min(self.columns, (width - 1) // scaled(self._cell.least_px)))

    def cell_height(self, width: int) -> int:
        """Pixels of the highest cell at its width."""
        if width not in self._cell_heights:
            heights = (entry.height(width) for entry in self._entries)
            self._cell_heights[width] = max(heights, default=0)
        return self._cell_heights[width]

    def _measured(self, width: int) -> int:
        if self.columns:
            rows = -(-len(self._entries) // self.columns_in(width))
            return rows * self.cell_height(self.cell_width(width))
        seen = self._entries[: self.most_rows] if self.most_rows else self._entries
        return sum(entry.height(width) for entry in seen)
