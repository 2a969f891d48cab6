"""A thin bar: how far a quest is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from companion.ui.cards.row_state import draw_bar
from companion.ui.look import LOOK_CHANGES
from companion.ui.theme import scaled

HEIGHT_PX = 6


class ProgressBar(QWidget):
    """Drawn beside words that say the same."""

    def __init__(self, fraction: float, token: str) -> None:
        super().__init__()
        self._fraction = min(1.0, max(0.0, fraction))
        self._token = token
        self.setFixedHeight(scaled(HEIGHT_PX))

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self.setFixedHeight(scaled(HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the groove and what is done of it; the least progress is still seen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_bar(painter, QRectF(self.rect()), self._fraction, self._token)
