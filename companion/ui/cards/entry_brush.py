"""What draws one painted entry where Qt's list asks for it."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from companion.ui.cards.entry_model import Index
from companion.ui.cards.painted_entry import PaintedEntry, Touch


class Entries(Protocol):
    """The list around it.

    Attributes:
        held: The row that is held down; -1 for none.
    """

    held: int

    def entry(self, row: int) -> PaintedEntry:
        """The entry of a row."""
        ...

    def offers(self, row: int) -> bool:
        """Whether a press on a row would do something."""
        ...

    def size_of(self, row: int) -> QSize:
        """Pixels of an entry at the width of the moment."""
        ...


class EntryBrush(QStyledItemDelegate):
    """Draws entries; the list knows which one is held. GUI thread."""

    def __init__(self, view: Entries, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw an entry as it is touched."""
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
        """Pixels of an entry."""
        del option
        return self._view.size_of(index.row())
