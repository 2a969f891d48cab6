"""A level bar: how loud the microphone is, what it reached of late, and what counts as speech."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.client.first_start.proofs import SPEECH_DBFS
from companion.ui.level import share_of
from companion.ui.theme import colour, faint

HIGH_PX = 18


class LevelMeter(QWidget):
    """Grows with the voice; beyond the mark a person counts as heard. GUI thread."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._share = 0.0
        self._peak = 0.0
        self.setObjectName("first:level")
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_level(self, dbfs: float, peak_dbfs: float) -> None:
        """Draw a level and the peak of late."""
        self._share, self._peak = share_of(dbfs), share_of(peak_dbfs)
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(320, HIGH_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw groove, level, mark and peak."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        groove = QRectF(0, 3, self.width(), self.height() - 6)
        radius = groove.height() / 2
        painter.setBrush(faint())
        painter.drawRoundedRect(groove, radius, radius)
        mark = share_of(SPEECH_DBFS)
        if self._share > 0:
            painter.setBrush(colour("accent" if self._share >= mark else "waiting"))
            wide = max(groove.height(), self._share * groove.width())
            painter.drawRoundedRect(QRectF(0, 3, wide, groove.height()), radius, radius)
        painter.setBrush(colour("muted"))
        painter.drawRect(QRectF(mark * groove.width() - 1, 0, 2, self.height()))
        if self._peak > 0:
            painter.setBrush(colour("ink"))
            painter.drawRect(QRectF(self._peak * groove.width() - 2, 1, 3, self.height() - 2))
