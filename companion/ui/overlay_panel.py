"""A rounded panel over the game: translucent where the screen is composed, else opaque."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.ui.theme import GRID, RADIUS, colour


class OverlayPanel(QWidget):
    """Ground and border for a part of the overlay. GUI thread."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.opaque = False
        self.setObjectName(name)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 3 * GRID)
        self.column.setSpacing(2 * GRID)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = colour("overlay")
        if self.opaque:
            ground.setAlpha(255)
        rim = QColor(colour("ink"))
        rim.setAlpha(32)
        painter.setPen(rim)
        painter.setBrush(ground)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(area, RADIUS, RADIUS)
