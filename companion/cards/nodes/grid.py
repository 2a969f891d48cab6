"""Node `grid`: a shelf of cells, in pages of columns times rows (CARD-041), by category or not."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

from companion.cards.binding import Context, fill_plain
from companion.cards.item_text import tooltip_lines
from companion.cards.nodes.categories import Category, bind_categories, chosen
from companion.cards.nodes.entries import choice_at, within
from companion.cards.nodes.node import Node, bind_choice, bind_nodes
from companion.cards.nodes.offer import OfferNode, offer_words
from companion.cards.paging import page_of
from companion.cards.view import BoundCell, BoundColumn, BoundGrid, BoundNode, BoundOffer
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.offer import OfferCategory, OfferCell


class GridNode(Node[BoundGrid], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Cells of a list.

    Attributes:
        source: Name of a list of offers, items or records.
        columns, max_row: Cells of a page, across and down.
        small_columns, small_max_row: The same where room is short; 0 for the numbers above.
        categories: Name of a list of `OfferCategory`; empty for a whole shelf.
        cell: What is drawn in a cell, with the entry as `entry`; without it the offer or item.
        empty: What to say when there is no cell.
    """

    binds = BoundGrid
    parts: ClassVar[tuple[str, ...]] = ("cell",)
    sources: ClassVar[tuple[str, ...]] = ("source", "categories")

    source: str
    columns: Annotated[int, msgspec.Meta(ge=1, le=12)] = 6
    max_row: Annotated[int, msgspec.Meta(ge=1, le=12)] = 3
    small_columns: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    small_max_row: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    categories: str = ""
    cell: Node[Any] | None = None
    empty: str = ""

    def turning(self) -> int:
        """Always one; what is in a cell never turns."""
        return 1

    def bind(self, context: Context) -> BoundGrid | None:
        """Bind the cells of the visible page, and only them (CARD-044)."""
        entries = context.list_of(self.source)
        categories = self._categories(entries, context)
        seen = chosen(categories, context)
        shown = range(len(entries)) if seen is None else seen.places
        columns = self.small_columns if context.is_small and self.small_columns else self.columns
        rows = self.small_max_row if context.is_small and self.small_max_row else self.max_row
        page = page_of(len(shown), columns * rows, context.page)
        cells = tuple(
            self._cell(entries, index, position, context)
            for position, index in enumerate(shown[page.start : page.stop], 1)
        )
        empty = "" if cells else fill_plain(self.empty, context)
        buttons = bind_categories(categories, seen, context)
        return BoundGrid(cells, columns, page.index, page.pages, buttons, empty)

    @classmethod
    def plain(cls, bound: BoundGrid) -> tuple[str, ...]:
        """A numbered line for each cell."""
        if not bound.cells:
            return (bound.empty,) if bound.empty else ()
        return tuple(_line(cell) for cell in bound.cells)

    @classmethod
    def spoken(cls, bound: BoundGrid) -> tuple[str, ...]:
        """The same, with pauses."""
        return tuple(line.removeprefix("- ").replace(" · ", ", ") for line in cls.plain(bound))

    def _categories(self, entries: tuple[object, ...], context: Context) -> tuple[Category, ...]:
        if not self.categories:
            return ()
        named = context.list_of(self.categories)
        places: dict[str, list[int]] = {}
        for index, entry in enumerate(entries):
            places.setdefault(getattr(entry, "category", ""), []).append(index)
        return tuple(
            Category(c.id, context.translations.render(c.label), tuple(places.get(c.id, ())))
            for c in named
            if isinstance(c, OfferCategory)
        )

    def _cell(
        self, entries: tuple[object, ...], index: int, position: int, context: Context
    ) -> BoundCell:
        entry = entries[index]
        content = self._content(entry, index, context)
        choice = choice_at(index, len(entries), context)
        bound = bind_choice(choice, position, context) if choice else None
        pressable = bound if bound and (bound.enabled or context.waiting) else None
        icon = entry.icon if isinstance(entry, OfferCell) else entry
        tips = isinstance(icon, ItemPreview)
        return BoundCell(
            content,
            offer_words(content)
            if isinstance(content, BoundOffer)
            else bound.label
            if bound
            else "",
            pressable,
            tooltip_lines(icon, context.translations) if tips else (),  # type: ignore[arg-type]
        )

    def _content(self, entry: object, index: int, context: Context) -> BoundNode:
        if self.cell is None:
            return _PLAIN_CELL.bind_entry(entry, context)
        if isinstance(self.cell, OfferNode) and self.cell.source == "entry":
            return self.cell.bind_entry(entry, context)
        nodes = bind_nodes((self.cell,), within(context, "entry", entry, index + 1))
        return nodes[0] if len(nodes) == 1 else BoundColumn(nodes)


_PLAIN_CELL = OfferNode(type="offer_cell_content")


def _line(cell: BoundCell) -> str:
    return (f"{cell.choice.number}. " if cell.choice else "- ") + cell.name
