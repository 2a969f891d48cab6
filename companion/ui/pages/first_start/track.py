"""How far the first start has come: one segment a step."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.theme import GRID, colour, faint

HIGH_PX = 4


class StepTrack(QWidget):
    """Behind, at, before: accent, bright, faint; its name says it in words. GUI thread."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count
        self._place = 0
        self.setObjectName("first:track")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_place(self, place: int, words: str) -> None:
        """Draw another place, counted from 0."""
        self._place = place
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(200, HIGH_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the segments."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        wide = (self.width() - (self._count - 1) * GRID) / self._count
        for place in range(self._count):
            reached = "accent" if place < self._place else "ink"
            painter.setBrush(colour(reached) if place <= self._place else faint())
            area = QRectF(place * (wide + GRID), 0, wide, HIGH_PX)
            painter.drawRoundedRect(area, HIGH_PX / 2, HIGH_PX / 2)
