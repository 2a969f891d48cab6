"""Node `table`: records as rows, one field a column."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from companion.cards.binding import Context, fill_plain, styled, words
from companion.cards.nodes.entries import text_of
from companion.cards.nodes.node import Node
from companion.cards.paging import page_of
from companion.cards.view import BoundHeader, BoundTable, Line

MOST_ROWS = 100


class TableColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column.

    Attributes:
        field: Field of the records.
        title: Text with places; columns without titles have no head.
        align: Where its cells stand.
        grow: Whether it takes the width that is left.
    """

    field: str
    title: str = ""
    align: Literal["left", "right", "centre"] = "left"
    grow: bool = False


class TableNode(Node[BoundTable], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rows and columns.

    Attributes:
        source: Name of a list of records.
        columns: From left to right.
        page_size: Rows a page; 0 shows all, at most 100.
        empty: What to say when there is no row.
    """

    binds = BoundTable
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str
    columns: Annotated[tuple[TableColumn, ...], msgspec.Meta(min_length=1, max_length=8)]
    page_size: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    empty: str = ""

    def turning(self) -> int:
        """One where it has pages."""
        return int(self.page_size > 0)

    def entry_names(self) -> tuple[tuple[str, str], ...]:
        """The fields of the columns."""
        return tuple(("columns", column.field) for column in self.columns)

    def bind(self, context: Context) -> BoundTable | None:
        """Bind the visible page."""
        entries = context.list_of(self.source)
        size = self.page_size or MOST_ROWS
        page = page_of(len(entries), size, context.page if self.page_size else 0)
        rows = tuple(self._row(entry, context) for entry in entries[page.start : page.stop])
        empty = "" if entries else fill_plain(self.empty, context)
        if not rows and not empty:
            return None
        headers = tuple(
            BoundHeader(fill_plain(c.title, context), c.align, c.grow) for c in self.columns
        )
        return BoundTable(headers, rows, page.index, page.pages if self.page_size else 1, empty)

    @classmethod
    def plain(cls, bound: BoundTable) -> tuple[str, ...]:
        """A line a row, its first cell before a colon."""
        if not bound.rows:
            return (bound.empty,)
        return tuple(_line([words(cell) for cell in row]) for row in bound.rows)

    def _row(self, entry: object, context: Context) -> tuple[Line, ...]:
        return tuple(
            styled(text_of(entry, column.field, context).replace("\n", " "))
            for column in self.columns
        )


def _line(cells: list[str]) -> str:
    first, *others = cells
    rest = ", ".join(cell for cell in others if cell)
    return f"{first}: {rest}" if rest else first
