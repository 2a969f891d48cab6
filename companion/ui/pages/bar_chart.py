"""Days as bars: read at a glance, walked through by arrow keys, said by screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.theme import GRID, RADIUS_SMALL, Size, colour, faint, mixed, scaled, type_font

PLOT_PX = 132
LEAST_BAR_PX = 2


@dataclass(frozen=True, slots=True)
class DayBar:
    """One bar.

    Attributes:
        label: Beneath the axis, where there is room.
        words: All of it, such as `3 May: ¥0.12, 4 calls`.
        share: Of the highest bar, 0 to 1.
    """

    label: str
    words: str
    share: float


class BarChart(QWidget):
    """Bars side by side, the chosen one bright. GUI thread."""

    pointed = Signal(int)
    """Another bar is chosen; its place."""

    def __init__(self, name: str, bars: Sequence[DayBar], top: str) -> None:
        super().__init__()
        self._name = name
        self._bars = tuple(bars)
        self._top = top
        self._chosen = len(self._bars) - 1
        self.setObjectName("chart")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tell()

    @property
    def chosen(self) -> int:
        """Place of the bar that is chosen; -1 without bars."""
        return self._chosen

    def sizeHint(self) -> QSize:
        """Wide, and as high as text size asks for."""
        return QSize(scaled(420), scaled(PLOT_PX) + 2 * self._step())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with arrows, Home and End."""
        last = len(self._bars) - 1
        to = {
            Qt.Key.Key_Left: self._chosen - 1,
            Qt.Key.Key_Right: self._chosen + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }.get(Qt.Key(event.key()))
        if to is None:
            super().keyPressEvent(event)
        else:
            self._choose(min(last, max(0, to)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Choose what is pointed at."""
        if self._bars:
            at = int(event.position().x() / max(1, self.width()) * len(self._bars))
            self._choose(min(len(self._bars) - 1, max(0, at)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is."""
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw axis, bars and labels."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot = QRectF(0, self._step(), self.width(), self.height() - 2 * self._step())
        self._draw_ground(painter, plot)
        for place, bar in enumerate(self._bars):
            self._draw_bar(painter, plot, place, bar)
        self._draw_labels(painter, plot)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour("accent"), 2))
            area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(area, RADIUS_SMALL, RADIUS_SMALL)

    def _draw_ground(self, painter: QPainter, plot: QRectF) -> None:
        painter.setPen(QPen(faint(), 1))
        for share in (0.0, 0.5, 1.0):
            height = plot.bottom() - share * plot.height()
            painter.drawLine(QPointF(plot.left(), height), QPointF(plot.right(), height))
        painter.setPen(colour("muted"))
        painter.setFont(type_font(self.font(), Size.CAPTION))
        above = QRectF(0, 0, plot.width(), self._step())
        painter.drawText(above, Qt.AlignmentFlag.AlignRight, self._top)

    def _draw_bar(self, painter: QPainter, plot: QRectF, place: int, bar: DayBar) -> None:
        if bar.share <= 0:
            return
        room = plot.width() / len(self._bars)
        wide = max(LEAST_BAR_PX, min(scaled(28), room - GRID))
        high = max(LEAST_BAR_PX, bar.share * plot.height())
        left = plot.left() + place * room + (room - wide) / 2
        is_chosen = place == self._chosen
        painter.setPen(Qt.PenStyle.NoPen)
        accent = colour("accent")
        painter.setBrush(accent if is_chosen else mixed(accent, colour("panel"), 0.45))
        painter.drawRoundedRect(QRectF(left, plot.bottom() - high, wide, high), 3, 3)

    def _draw_labels(self, painter: QPainter, plot: QRectF) -> None:
        """As many as fit without touching, the last one always."""
        if not self._bars:
            return
        font = type_font(self.font(), Size.CAPTION)
        painter.setFont(font)
        painter.setPen(colour("muted"))
        metrics, room = QFontMetrics(font), plot.width() / len(self._bars)
        widest = max(metrics.horizontalAdvance(bar.label) for bar in self._bars) + 3 * GRID
        every = max(1, -int(-widest // room))
        for place in range(len(self._bars) - 1, -1, -every):
            centre = plot.left() + (place + 0.5) * room
            left = min(max(0.0, centre - widest / 2), plot.right() - widest)
            area = QRectF(left, plot.bottom() + 2, widest, self._step())
            painter.drawText(area, Qt.AlignmentFlag.AlignHCenter, self._bars[place].label)

    def _choose(self, place: int) -> None:
        if self._bars and place != self._chosen:
            self._chosen = place
            self._tell()
            self.update()
            self.pointed.emit(place)

    def _tell(self) -> None:
        self.setAccessibleName(self._name)
        if self._bars:
            self.setAccessibleDescription(self._bars[self._chosen].words)

    def _step(self) -> int:
        return QFontMetrics(type_font(self.font(), Size.CAPTION)).height() + GRID
