"""A choice among values, with an arrow of our own."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy

from companion.ui.icons import draw_icon
from companion.ui.theme import colour

_ARROW_PX = 18


class ChoiceBox(QComboBox):
    """As wide as the form; the wheel scrolls the page and changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box, then the arrow."""
        super().paintEvent(event)
        painter = QPainter(self)
        top = (self.height() - _ARROW_PX) / 2
        place = QRectF(self.width() - _ARROW_PX - 8, top, _ARROW_PX, _ARROW_PX)
        draw_icon(painter, "expand", colour("muted"), place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page around."""
        event.ignore()
