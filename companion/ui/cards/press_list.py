"""A list or grid of painted entries that can be pressed: one widget, however many there are.

Only what is seen is drawn. To screen readers it is a list of named items; to the keyboard one stop,
with the arrow keys inside and Enter or Space to press. GUI thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from companion.cards.view import BoundChoice
from companion.ui.cards.painting import draw_still
from companion.ui.cards.scope import CardScope
from companion.ui.look import LOOK_CHANGES, look
from companion.ui.style_sheet import of_kind
from companion.ui.theme import scaled
from companion.ui.tooltips import tooltip

Index = QModelIndex | QPersistentModelIndex
_PRESS_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_Role = Qt.ItemDataRole
_TOP = QModelIndex()


@dataclass(frozen=True, slots=True)
class Touch:
    """How an entry is being touched.

    Attributes:
        enabled: Whether a press would do something.
        hover, down, focus: Under the mouse, held, where the keyboard is.
    """

    enabled: bool = True
    hover: bool = False
    down: bool = False
    focus: bool = False


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


class PaintedEntry(Protocol):
    """One entry.

    Attributes:
        choice: What a press does; None for one that is only seen.
        name: What a screen reader calls it.
        tip: Plain lines of the tool tip; empty for none.
    """

    @property
    def choice(self) -> BoundChoice | None: ...  # noqa: D102

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def tip(self) -> str: ...  # noqa: D102

    def height(self, width: int) -> int:
        """Pixels it takes at a width."""
        ...

    def key(self) -> object:
        """Everything that the drawing depends on, but for look, size and touch; hashable."""
        ...

    def paint(self, painter: QPainter, area: QRectF, touch: Touch) -> None:
        """Draw it."""
        ...


class _Entries(QAbstractListModel):
    def __init__(self, parent: QWidget, scope: CardScope) -> None:
        super().__init__(parent)
        self.entries: tuple[PaintedEntry, ...] = ()
        self.scope = scope

    def show_entries(self, entries: tuple[PaintedEntry, ...], scope: CardScope) -> None:
        self.beginResetModel()
        self.entries, self.scope = entries, scope
        self.endResetModel()

    def offers(self, row: int) -> bool:
        choice = self.entries[row].choice
        return choice is not None and choice.enabled and self.scope.offers(choice.action)

    def rowCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.entries[index.row()].choice is not None and not self.offers(index.row()):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return self.entries[index.row()].name
        if role == _Role.ToolTipRole:
            return tooltip(self.entries[index.row()].tip)
        if role == _Role.AccessibleDescriptionRole and self.offers(index.row()):
            return self.scope.text("ui.entry.press")
        return None


class _Brush(QStyledItemDelegate):
    """Draws entries; the view knows which one is held."""

    def __init__(self, view: PressList) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        state: QStyle.StateFlag = option.state
        enabled = self._view.offers(index.row())
        touch = Touch(
            enabled,
            enabled and bool(state & QStyle.StateFlag.State_MouseOver),
            enabled and self._view.held == index.row(),
            bool(state & QStyle.StateFlag.State_HasFocus),
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(option.rect)
        self._view.entry(index.row()).paint(painter, area, touch)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option
        return self._view.size_of(index.row())


class PressList(QListView):
    """Entries below one another, or in columns.

    Args:
        scope: The card around it.
        name: What a screen reader calls the whole list.
        columns: 0 for rows as high as they need, else a grid of at most so many equal cells.
        cell: How narrow and how wide a cell may be.
        most_rows: Rows that are seen at once, the rest by scrolling; 0 for all.
    """

    def __init__(
        self,
        scope: CardScope,
        name: str,
        columns: int = 0,
        most_rows: int = 0,
        cell: Cell = ANY_CELL,
    ) -> None:
        super().__init__()
        self._columns, self._most_rows = columns, most_rows
        self._least_px, self._most_px = cell.least_px, cell.most_px
        self._model = _Entries(self, scope)
        self._heights: dict[int, int] = {}
        self._cell_heights: dict[int, int] = {}
        self._is_placed = False
        self._worn = look()
        self.held = -1
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
        self.setItemDelegate(_Brush(self))
        self.setModel(self._model)

    def show_entries(self, entries: Sequence[PaintedEntry], scope: CardScope) -> None:
        """Show other entries; scrolls back to the first."""
        self.held = -1
        self._forget_heights()
        self._model.show_entries(tuple(entries), scope)
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
        width = self._cell_width(self.viewport().width())
        if self._columns:
            return QSize(width, self._cell_height(width))
        return QSize(width, self.entry(row).height(width))

    def hasHeightForWidth(self) -> bool:
        """Always: words wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """What all entries need, or those that are seen at once."""
        if width not in self._heights:
            self._heights[width] = self._height(width)
        return self._heights[width]

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        width = max(self.width(), 240)
        if self._columns and self._model.entries:  # a guess: what counts is the height for a width
            cell = self._model.entries[0].height(self._cell_width(width))
            return QSize(width, cell * -(-len(self._model.entries) // self._columns))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Narrow."""
        return QSize(120, 24 if self._model.entries else 0)

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew in another text size."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES and self._worn is not look():
            self._worn = look()
            self._forget_heights()
            self._set_grid()
            self.scheduleDelayedItemsLayout()
            self.updateGeometry()

    def resizeEvent(self, event: Any) -> None:
        """Share the width anew."""
        self._is_placed = True
        self._set_grid()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the entries: a grid that nobody touches as one picture, kept for the next time."""
        touched = self.held >= 0 or self.hasFocus() or self.viewport().underMouse()
        if touched or not self._columns or not self._model.entries:
            super().paintEvent(event)
            return
        key = f"grid{hash(tuple(entry.key() for entry in self._model.entries))}"
        area = QRectF(self.viewport().rect())
        draw_still(QPainter(self.viewport()), area, key, self._draw_cells)

    def _draw_cells(self, painter: QPainter, area: QRectF) -> None:
        del area
        for row, entry in enumerate(self._model.entries):
            place = QRectF(self.visualRect(self._model.index(row)))
            entry.paint(painter, place, Touch(enabled=self.offers(row)))

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
        if self._most_rows and self.verticalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()

    def _press(self, row: int) -> None:
        choice = self.entry(row).choice
        if choice is not None and self.offers(row):
            self._model.scope.press(choice.action)

    def _row_at(self, event: QMouseEvent) -> int:
        return self.indexAt(QPoint(event.position().toPoint())).row()

    def _cell_width(self, width: int) -> int:
        if not self._columns:
            return width
        share = max(1, (width - 1) // self._columns_in(width))
        return min(share, scaled(self._most_px)) if self._most_px else share

    def _columns_in(self, width: int) -> int:
        return max(1, min(self._columns, (width - 1) // scaled(self._least_px)))

    def _cell_height(self, width: int) -> int:
        if width not in self._cell_heights:
            heights = (entry.height(width) for entry in self._model.entries)
            self._cell_heights[width] = max(heights, default=0)
        return self._cell_heights[width]

    def _forget_heights(self) -> None:
        self._heights.clear()
        self._cell_heights.clear()

    def _set_grid(self) -> None:
        if self._columns and self._model.entries:
            width = self._cell_width(self.viewport().width())
            wanted = QSize(width, self._cell_height(width))
            if self.gridSize() != wanted:
                self.setGridSize(wanted)

    def _height(self, width: int) -> int:
        entries = self._model.entries
        if self._columns:
            rows = -(-len(entries) // self._columns_in(width))
            return rows * self._cell_height(self._cell_width(width))
        seen = entries[: self._most_rows] if self._most_rows else entries
        return sum(entry.height(width) for entry in seen)
