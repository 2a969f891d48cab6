"""A thin bar: how far a quest is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from companion.ui.theme import colour, faint

HEIGHT_PX = 6


class ProgressBar(QWidget):
    """Drawn beside words that say the same."""

    def __init__(self, fraction: float, token: str) -> None:
        super().__init__()
        self._fraction = min(1.0, max(0.0, fraction))
        self._token = token
        self.setFixedHeight(HEIGHT_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the groove and what is done of it; the least progress is still seen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        area = QRectF(self.rect())
        painter.setBrush(faint())
        painter.drawRoundedRect(area, HEIGHT_PX / 2, HEIGHT_PX / 2)
        if self._fraction > 0:
            area.setWidth(max(HEIGHT_PX, area.width() * self._fraction))
            painter.setBrush(colour(self._token))
            painter.drawRoundedRect(area, HEIGHT_PX / 2, HEIGHT_PX / 2)
