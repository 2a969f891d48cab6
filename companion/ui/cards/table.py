"""Node `table`: heads and rows; long cells wrap where room is short. A table to screen readers."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFocusEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from companion.cards.view import BoundHeader, BoundTable, Line
from companion.ui.cards.column_widths import Wish, shared_widths, unbroken
from companion.ui.cards.lettering import Align, Type, advance
from companion.ui.cards.painting import draw_focus, draw_line, draw_rows, draw_words
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import column
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size, colour, faint
from companion.ui.tooltips import tooltip
from companion.ui.type_setting import TypeSetter, plain_of
from companion.ui.words import Style, Words

MOST_LINES = 3
"""Of a cell; what is longer is elided, and whole in its tooltip."""
ALIGNS = {
    "left": Align.AlignLeft,
    "right": Align.AlignRight,
    "centre": Align.AlignHCenter,
}
CELLS = {name: Type(align=align) for name, align in ALIGNS.items()}
CELL = CELLS["left"]
Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_TOP = QModelIndex()
_PAD = 2 * GRID


class _Cells(QAbstractTableModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.headers: tuple[BoundHeader, ...] = ()
        self.rows: tuple[tuple[Line, ...], ...] = ()

    def show_node(self, node: BoundTable) -> None:
        self.beginResetModel()
        self.headers, self.rows = node.headers, node.rows
        self.endResetModel()

    def rowCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self.headers)

    def line(self, row: int, place: int) -> Line:
        cells = self.rows[row]
        return cells[place] if place < len(cells) else ()

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        words = plain_of(self.line(index.row(), index.column()))
        if role == _Role.DisplayRole:
            return words
        if role == _Role.AccessibleTextRole:
            return f"{self.headers[index.column()].title}: {words}"
        return tooltip(words) if role == _Role.ToolTipRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        if role == _Role.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return self.headers[section].title
        return None


class _Head(QHeaderView):
    def __init__(self, parent: QTableView, cells: _Cells) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._cells = cells
        self.setSectionsClickable(False)

    def sizeHint(self) -> QSize:
        return QSize(0, HEAD.step + 2 * GRID)

    def paintSection(self, painter: QPainter, rect: Any, section: int) -> None:
        header = self._cells.headers[section]
        area = QRectF(rect)
        painter.setPen(QPen(faint(), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        kind = Type(HEAD.size, HEAD.token, bold=True, align=ALIGNS[header.align])
        draw_words(painter, area.adjusted(_PAD, 0, -_PAD, -GRID), header.title, kind)


class _Cell(QStyledItemDelegate):
    def __init__(self, parent: QTableView, cells: _Cells) -> None:
        super().__init__(parent)
        self._cells = cells

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area = QRectF(option.rect)
        if index.row():
            painter.setPen(QPen(faint(), 1))
            painter.drawLine(area.topLeft(), area.topRight())
        kind = CELLS[self._cells.headers[index.column()].align]
        line = self._cells.line(index.row(), index.column())
        place = area.adjusted(_PAD, 0, -_PAD, 0)
        if lines_needed(line, int(place.width())) > 1:
            draw_rows(painter, place, (line,), kind, MOST_LINES)
        else:
            draw_line(painter, place, line, kind)
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, area)


HEAD = Type(Size.SMALL, "muted", bold=True)


class Table(QTableView):
    """The rows of the visible page, all of them seen. GUI thread."""

    def __init__(self, node: BoundTable, scope: CardScope) -> None:
        super().__init__()
        self._cells = _Cells(self)
        of_kind(self, "rows")
        self.setAccessibleName(scope.text("ui.list.table"))
        self.setFocusPolicy(scope.focus_policy)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionMode(QTableView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalHeader(_Head(self, self._cells))
        self.horizontalHeader().setVisible(any(header.title for header in node.headers))
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(8)
        self.setItemDelegate(_Cell(self, self._cells))
        self.setModel(self._cells)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.show_node(node)

    def show_node(self, node: BoundTable) -> None:
        """Show another page."""
        self._cells.show_node(node)
        self._share_width()
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """Always: cells wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Head and all rows."""
        return self._head_px() + sum(self._heights(self._widths(width)))

    def sizeHint(self) -> QSize:
        """As wide as its columns would like to be."""
        width = sum(self._wish(place).whole for place in range(len(self._cells.headers)))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Narrow: cells wrap or are elided."""
        return QSize(24, self._head_px() + len(self._cells.rows) * _row_px())

    def resizeEvent(self, event: Any) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        self._share_width()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first cell; keys go on from there."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._cells.rows:
            self.setCurrentIndex(self._cells.index(0, 0))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to what is around."""
        event.ignore()

    def _head_px(self) -> int:
        shown = any(header.title for header in self._cells.headers)
        return self.horizontalHeader().sizeHint().height() if shown else 0

    def _share_width(self) -> None:
        widths = self._widths(max(self.viewport().width(), 1))
        for place, pixels in enumerate(widths):
            self.setColumnWidth(place, pixels)
        for row, pixels in enumerate(self._heights(widths)):
            self.setRowHeight(row, pixels)

    def _widths(self, width: int) -> list[int]:
        wishes = [self._wish(place) for place in range(len(self._cells.headers))]
        return shared_widths(wishes, self._cells.headers, width) if wishes else []

    def _heights(self, widths: list[int]) -> list[int]:
        """Pixels of each row in columns of such widths."""
        needed = (
            max(lines_needed(self._cells.line(row, c), w - 2 * _PAD) for c, w in enumerate(widths))
            for row in range(len(self._cells.rows))
        )
        return [_row_px() + (lines - 1) * CELL.step for lines in needed]

    def _wish(self, place: int) -> Wish:
        head = advance(HEAD.face, self._cells.headers[place].title)
        cells = [plain_of(self._cells.line(row, place)) for row in range(len(self._cells.rows))]
        around = 2 * _PAD + 2
        whole = max(head, *(advance(CELL.face, text) for text in cells), 0)
        pieces = {piece for text in cells for piece in unbroken(text)}
        least = max(head, *(advance(CELL.face, piece) for piece in pieces), 0)
        return Wish(int(whole) + around, int(least) + around)


def lines_needed(line: Line, room: int) -> int:
    """How many lines a cell takes, without setting what is short enough to see."""
    if advance(CELL.face, plain_of(line)) <= room:
        return 1
    return len(TypeSetter(CELL.font, colour("panel"), MOST_LINES).rows((line,), max(8, room)))


def table_widget(node: BoundTable, scope: CardScope) -> QWidget:
    """The table, or what to say without a row."""
    widget, layout = column(GRID)
    if node.rows:
        layout.addWidget(Table(node, scope))
    elif node.empty:
        layout.addWidget(Words(node.empty, Style(Size.BODY, "muted")))
    return widget


def _row_px() -> int:
    return CELL.step + 2 * GRID
