"""Loudness to something drawn."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from companion.ui.theme import colour

QUIETEST_DBFS = -60.0
LOUDEST_DBFS = -12.0
_SHAPE = (0.45, 0.75, 1.0, 0.75, 0.45)


def share_of(dbfs: float) -> float:
    """0 for silence to 1 for loud speech, straight in decibels."""
    share = (dbfs - QUIETEST_DBFS) / (LOUDEST_DBFS - QUIETEST_DBFS)
    return min(1.0, max(0.0, share))


class LevelBars(QWidget):
    """Five bars that follow the voice; the newest level in the middle. GUI thread."""

    def __init__(self) -> None:
        super().__init__()
        self._levels: deque[float] = deque([0.0] * 3, maxlen=3)
        self._token = "accent"
        self.setFixedSize(QSize(36, 32))

    def show_level(self, dbfs: float) -> None:
        """Take the next level."""
        self._levels.appendleft(share_of(dbfs))
        self.update()

    def rest(self, token: str, share: float = 0.0) -> None:
        """Stand still in a colour, at a height of 0 to 1: nothing is heard."""
        if token != self._token or any(level != share for level in self._levels):
            self._token = token
            self._levels.extend([share] * 3)
            self.update()

    def listen(self) -> None:
        """Draw levels from now on."""
        self._token = "accent"

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars around the middle line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(self._token))
        for number, share in enumerate(self._shares()):
            height = 4 + 26 * share * _SHAPE[number]
            area = QRectF(number * 8, (self.height() - height) / 2, 4, height)
            painter.drawRoundedRect(area, 2, 2)

    def _shares(self) -> tuple[float, ...]:
        newest, before, oldest = self._levels
        return (oldest, before, newest, before, oldest)
