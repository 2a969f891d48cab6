"""A row of widgets that wraps."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from companion.ui.theme import GRID


class FlowLayout(QLayout):
    """Left to right at each widget's own size, then a new row."""

    def __init__(self, parent: QWidget, spacing: int) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(QMargins())
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        """Put an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at a place, or None."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return the item at a place, or None."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """None: it takes what it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Always: rows wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of the wrapped rows."""
        places = self._places(width)
        return max((place.bottom() + 1 for place in places), default=0)

    def sizeHint(self) -> QSize:
        """All items in one row."""
        sizes = [item.sizeHint() for item in self._items]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """The widest item alone."""
        sizes = [item.minimumSize() for item in self._items]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        for item, place in zip(self._items, self._places(rect.width()), strict=True):
            item.setGeometry(place.translated(rect.topLeft()))

    def _places(self, width: int) -> list[QRect]:
        places: list[QRect] = []
        corner = QPoint(0, 0)
        row_height = 0
        for item in self._items:
            if item.isEmpty():  # what is hidden takes no room, nor a gap
                places.append(QRect(corner, QSize(0, 0)))
                continue
            size = self._size(item, width)
            if corner.x() > 0 and corner.x() + size.width() > width:
                corner = QPoint(0, corner.y() + row_height + self.spacing())
                row_height = 0
            places.append(QRect(corner, size))
            corner.setX(corner.x() + size.width() + self.spacing())
            row_height = max(row_height, size.height())
        return places

    def _size(self, item: QLayoutItem, width: int) -> QSize:
        hint = item.sizeHint()
        size = QSize(min(hint.width(), width), hint.height())
        if item.hasHeightForWidth():
            size.setHeight(item.heightForWidth(size.width()))
        return size


def in_a_row(*widgets: QWidget) -> QWidget:
    """Widgets beside each other, below each other where the window is too narrow."""
    row = QWidget()
    layout = FlowLayout(row, 2 * GRID)
    for widget in widgets:
        layout.addWidget(widget)
    return row
