"""A list or grid of painted entries that can be pressed: one widget, however many there are.

Only what is seen is drawn. To screen readers it is a list of named items; to the keyboard one stop,
with the arrow keys inside and Enter or Space to press. GUI thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QListView, QSizePolicy, QWidget

from companion.ui.cards.entry_brush import EntryBrush
from companion.ui.cards.entry_model import EntryModel
from companion.ui.cards.entry_places import ANY_CELL, Cell, EntryPlaces
from companion.ui.cards.painted_entry import UNTOUCHED, PaintedEntry
from companion.ui.cards.painting import draw_focus
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stamps import draw_again
from companion.ui.look import LOOK_CHANGES, look
from companion.ui.style_sheet import of_kind

PaintCells = Callable[[QPainter, Iterable[tuple[Any, QRectF]]], None]
"""Takes the entries that the list was given, which are of one type where it asks for one."""

_PRESS_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class PressList(QListView):
    """Entries below one another, or in columns.

    Args:
        scope: The card around it.
        name: What a screen reader calls the whole list.
        columns: 0 for rows as high as they need, else a grid of at most so many equal cells.
        cell: How narrow and how wide a cell may be.
        most_rows: Rows that are seen at once, the rest by scrolling; 0 for all.
        parent: Where it will stand: a list that is moved into its place later costs twice as much.

    Attributes:
        paint_cells: Draws a grid that nobody touches; what its cells have in common may be drawn
            quicker than one cell after the other.
    """

    def __init__(
        self,
        scope: CardScope,
        name: str,
        columns: int = 0,
        most_rows: int = 0,
        cell: Cell = ANY_CELL,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._places = EntryPlaces(columns, most_rows, cell)
        self._model = EntryModel(self, scope)
        self._picture = ""
        self._is_placed = False
        self._worn = look()
        self.held = -1
        self.paint_cells: PaintCells = paint_each
        of_kind(self, "rows")
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setFocusPolicy(scope.focus_policy)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if not most_rows:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        if columns:
            self.setFlow(QListView.Flow.LeftToRight)
            self.setWrapping(True)
            self.setUniformItemSizes(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setItemDelegate(EntryBrush(self, self))
        self.setModel(self._model)

    def show_entries(self, entries: Sequence[PaintedEntry], scope: CardScope) -> None:
        """Show other entries; scrolls back to the first."""
        self.held = -1
        self._picture = ""
        self._model.show_entries(tuple(entries), scope)
        self._places.use(self._model.entries)
        if self._is_placed:
            self._set_grid()
        self.updateGeometry()

    def entry(self, row: int) -> PaintedEntry:
        """The entry of a row."""
        return self._model.entries[row]

    def offers(self, row: int) -> bool:
        """Whether a press on a row would do something."""
        return self._model.offers(row)

    def size_of(self, row: int) -> QSize:
        """Pixels of an entry at the width of the moment."""
        width = self._places.cell_width(self.viewport().width())
        if self._places.columns:
            return QSize(width, self._places.cell_height(width))
        return QSize(width, self.entry(row).height(width))

    def hasHeightForWidth(self) -> bool:
        """Always: words wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """What all entries need, or those that are seen at once."""
        return self._places.height(width)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        width, columns, entries = max(self.width(), 240), self._places.columns, self._model.entries
        if columns and entries:  # a guess: what counts is the height for a width
            cell = entries[0].height(self._places.cell_width(width))
            return QSize(width, cell * -(-len(entries) // columns))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Narrow."""
        return QSize(120, 24 if self._model.entries else 0)

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew in another text size."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES and self._worn is not look():
            self._worn = look()
            self._places.forget()
            self._set_grid()
            self.scheduleDelayedItemsLayout()
            self.updateGeometry()

    def resizeEvent(self, event: Any) -> None:
        """Share the width anew."""
        self._is_placed = True
        self._set_grid()
        super().resizeEvent(event)

    def forget_picture(self) -> None:
        """Draw the entries anew: pictures of items have come."""
        self._picture = ""
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the entries: a grid that nobody touches as one picture, kept for the next time."""
        touched = self.held >= 0 or self.hasFocus() or self.viewport().underMouse()
        if touched or not self._places.columns or not self._model.entries:
            super().paintEvent(event)
            if self.hasFocus() and not self.currentIndex().isValid():  # all entries are disabled
                draw_focus(QPainter(self.viewport()), QRectF(self.viewport().rect()))
            return
        if not self._picture:
            self._picture = f"grid{hash(tuple(entry.key() for entry in self._model.entries))}"
        area = QRectF(self.viewport().rect())
        draw_again(QPainter(self.viewport()), area, self._picture, self._draw_cells)

    def _draw_cells(self, painter: QPainter, area: QRectF) -> None:
        del area
        self.paint_cells(painter, zip(self._model.entries, self._cells(), strict=True))

    def _cells(self) -> Iterator[QRectF]:
        """Where the cells of a grid are: counted, where Qt laid the first and last one so."""
        count, cell = len(self._model.entries), self.gridSize()
        first = self.visualRect(self._model.index(0))
        columns = self._places.columns_in(self.viewport().width())
        wide, high, left, top = cell.width(), cell.height(), first.left(), first.top()

        def place(row: int) -> tuple[int, int]:
            return left + row % columns * wide, top + row // columns * high

        corners = {row: self.visualRect(self._model.index(row)) for row in (count - 1, count // 2)}
        if all(rect.topLeft().toTuple() == place(row) for row, rect in corners.items()):
            yield from (QRectF(*place(row), first.width(), first.height()) for row in range(count))
        else:
            yield from (QRectF(self.visualRect(self._model.index(row))) for row in range(count))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the current entry, else move."""
        if event.key() in _PRESS_KEYS and self.currentIndex().isValid():
            self._press(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first entry."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            self.setCurrentIndex(self._model.index(0))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hold an entry."""
        self.held = self._row_at(event) if event.button() is Qt.MouseButton.LeftButton else -1
        super().mousePressEvent(event)
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Press it, if it is still below the mouse."""
        held, self.held = self.held, -1
        super().mouseReleaseEvent(event)
        self.viewport().update()
        if held >= 0 and held == self._row_at(event):
            self._press(held)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over what can be pressed."""
        super().mouseMoveEvent(event)
        row = self._row_at(event)
        hand = row >= 0 and self.offers(row)
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll where there is more than is seen; else leave it to what is around."""
        if self._places.most_rows and self.verticalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()

    def _press(self, row: int) -> None:
        choice = self.entry(row).choice
        if choice is not None and self.offers(row):
            self._model.scope.press(choice.action)

    def _row_at(self, event: QMouseEvent) -> int:
        return self.indexAt(QPoint(event.position().toPoint())).row()

    def _set_grid(self) -> None:
        if self._places.columns and self._model.entries:
            width = self._places.cell_width(self.viewport().width())
            wanted = QSize(width, self._places.cell_height(width))
            if self.gridSize() != wanted:
                self.setGridSize(wanted)


def paint_each(painter: QPainter, cells: Iterable[tuple[PaintedEntry, QRectF]]) -> None:
    """Draw entries that nobody touches one after the other."""
    for entry, place in cells:
        entry.paint(painter, place, UNTOUCHED)
