"""Node `grid`: cells row by row; as a whole one widget where its cells can be painted."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from companion.cards.view import BoundCell, BoundGrid, BoundImage, BoundItems, BoundOffer, Span
from companion.language.legacy_codes import plain
from companion.ui.cards.entry_places import Cell
from companion.ui.cards.offer_cell_content import OfferEntry, paint_still_cells
from companion.ui.cards.rows_widget import RowsWidget
from companion.ui.cards.scope import CardScope
from companion.ui.theme import GRID

CELL = Cell(least_px=90, most_px=168)
_Painted = BoundOffer | BoundImage


class Grid(RowsWidget):
    """Painted cells of the visible page."""

    def __init__(self, node: BoundGrid, scope: CardScope) -> None:
        super().__init__(scope, scope.text("ui.list.grid"), columns=columns_of(node), cell=CELL)
        self.list.paint_cells = paint_still_cells
        self.show_node(node)

    def show_node(self, node: BoundGrid) -> None:
        """Show another page."""
        self.show_page(
            [_entry(cell, self._scope) for cell in node.cells], node.empty, node.categories
        )


def grid_widget(node: BoundGrid, scope: CardScope) -> QWidget:
    """Painted cells; a layout of widgets where a cell holds something else."""
    if all(isinstance(cell.content, _Painted) or _one_item(cell) for cell in node.cells):
        return Grid(node, scope)
    return _laid_out(node, scope)


def columns_of(node: BoundGrid) -> int:
    """Columns of a grid; one that is not full shrinks to its content (CARD-047)."""
    cells = len(node.cells)
    return max(1, min(node.columns, cells) if node.pages == 1 else node.columns)


def _entry(cell: BoundCell, scope: CardScope) -> OfferEntry:
    number = cell.choice.number if cell.choice else 0
    name = f"{number}. {cell.name}" if number else cell.name
    return OfferEntry(
        name, _offer(cell), scope, cell.choice, number, "\n".join(cell.tooltip or (cell.name,))
    )


def _offer(cell: BoundCell) -> BoundOffer:
    match cell.content:
        case BoundOffer() as offer:
            return offer
        case BoundImage() as image:
            return BoundOffer(image, ())
        case BoundItems(groups=groups):
            item = groups[0].items[0]
            return BoundOffer(item, (Span(plain(item.name)),))
        case _:
            raise AssertionError("only painted cells come here")


def _one_item(cell: BoundCell) -> bool:
    match cell.content:
        case BoundItems(groups=(group,)):
            return len(group.items) == 1
        case _:
            return False


def _laid_out(node: BoundGrid, scope: CardScope) -> QWidget:
    widget = QWidget()
    layout = QGridLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(2 * GRID)
    for place, cell in enumerate(node.cells):
        if (child := scope.draw(cell.content, scope)) is not None:
            layout.addWidget(child, place // node.columns, place % node.columns)
    return widget
