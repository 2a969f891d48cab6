"""Node `table`: heads and rows, one line a cell; a table to screen readers too."""

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
from PySide6.QtGui import QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from companion.cards.view import BoundHeader, BoundTable, Line
from companion.ui.cards.lettering import Align, Type, advance
from companion.ui.cards.painting import draw_line, draw_words
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import column
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size, faint
from companion.ui.tooltips import tooltip
from companion.ui.type_setting import plain_of
from companion.ui.words import Style, Words

WIDEST_COLUMN_SHARE = 0.5
ALIGNS = {
    "left": Align.AlignLeft,
    "right": Align.AlignRight,
    "centre": Align.AlignHCenter,
}
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
        align = ALIGNS[self._cells.headers[index.column()].align]
        line = self._cells.line(index.row(), index.column())
        draw_line(painter, area.adjusted(_PAD, 0, -_PAD, 0), line, Type(align=align))


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
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.show_node(node)

    def show_node(self, node: BoundTable) -> None:
        """Show another page."""
        self._cells.show_node(node)
        self.verticalHeader().setDefaultSectionSize(_row_px())
        self._share_width()
        head = self.horizontalHeader()
        shown = any(header.title for header in node.headers)
        self.setFixedHeight((head.sizeHint().height() if shown else 0) + self._rows_px())

    def resizeEvent(self, event: Any) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        self._share_width()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it to what is around."""
        event.ignore()

    def _rows_px(self) -> int:
        return len(self._cells.rows) * _row_px()

    def _share_width(self) -> None:
        width = max(self.viewport().width(), 1)
        wanted = [self._wanted(place) for place in range(len(self._cells.headers))]
        for place, pixels in enumerate(shared_widths(wanted, self._cells.headers, width)):
            self.setColumnWidth(place, pixels)

    def _wanted(self, place: int) -> int:
        head = advance(HEAD.face, self._cells.headers[place].title)
        metrics = Type().face.metrics
        words = (
            metrics.horizontalAdvance(plain_of(self._cells.line(row, place)))
            for row in range(len(self._cells.rows))
        )
        return int(max(head, *words, 0)) + 2 * _PAD + 2


def shared_widths(wanted: list[int], headers: tuple[BoundHeader, ...], width: int) -> list[int]:
    """Columns in a width: what is left goes to those that grow, what lacks is taken from all.

    Args:
        wanted: Pixels that each column would like.
        headers: Which of them grow.
        width: Pixels there are.
    """
    most = int(width * WIDEST_COLUMN_SHARE)
    bounded = [min(pixels, most) if len(wanted) > 1 else pixels for pixels in wanted]
    spare = width - sum(bounded)
    if spare < 0:
        return [max(8, pixels * width // sum(bounded)) for pixels in bounded]
    growing = [place for place, header in enumerate(headers) if header.grow] or [len(wanted) - 1]
    for place in growing if wanted else []:
        bounded[place] += spare // len(growing)
    return bounded


def table_widget(node: BoundTable, scope: CardScope) -> QWidget:
    """The table, or what to say without a row."""
    widget, layout = column(GRID)
    if node.rows:
        layout.addWidget(Table(node, scope))
    elif node.empty:
        layout.addWidget(Words(node.empty, Style(Size.BODY, "muted")))
    return widget


def _row_px() -> int:
    return Type().step + 2 * GRID
