"""Node `chart`: bars or a line; to screen readers a list of its values in words."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundChart, BoundChoice, BoundPoint
from companion.ui.cards.lettering import Align, Type, advance
from companion.ui.cards.painted_entry import Touch
from companion.ui.cards.painting import draw_focus, draw_words
from companion.ui.cards.press_list import PressList
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import column
from companion.ui.theme import GRID, Size, colour, faint, scaled
from companion.ui.words import Style, Words

PLOT_PX, COMPACT_PLOT_PX = 120, 72
WIDEST_BAR_PX = 48
LABEL = Type(Size.CAPTION, "muted", align=Align.AlignHCenter)
VALUE = Type(Size.CAPTION, "ink", bold=True, align=Align.AlignHCenter)


@dataclass(frozen=True, slots=True)
class PointEntry:
    """One value; implements `PaintedEntry`.

    Attributes:
        shares: Of the highest value: the one before, this one, the one after; None beside the
            ends.
        joined: Whether a line joins them, instead of a bar each.
    """

    name: str
    label: str
    words: str
    shares: tuple[float | None, float, float | None]
    plot_px: int
    joined: bool = False
    choice: BoundChoice | None = None
    tip: str = ""

    def height(self, width: int) -> int:
        """The plot with words above and below."""
        del width
        return scaled(self.plot_px) + VALUE.step + LABEL.step + GRID

    def key(self) -> object:
        """Everything that the drawing depends on, but for look, size and touch."""
        return self.label, self.words, self.shares, self.plot_px, self.joined

    def paint(self, painter: QPainter, area: QRectF, touch: Touch) -> None:
        """Draw the value, and a ring where the keyboard is."""
        if touch.focus:
            draw_focus(painter, area)
        plot = QRectF(
            area.left(), area.top() + VALUE.step + GRID, area.width(), scaled(self.plot_px)
        )
        painter.setPen(QPen(faint(), 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        top = plot.bottom() - self.shares[1] * plot.height()
        if self.joined:
            self._draw_joined(painter, plot)
        else:
            wide = min(scaled(WIDEST_BAR_PX), plot.width() - 2 * GRID)
            bar = QRectF(plot.center().x() - wide / 2, top, wide, plot.bottom() - top)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("accent"))
            painter.drawRoundedRect(bar, 3, 3)
        lift = VALUE.step + (GRID if self.joined else 0)
        words = QRectF(area.left(), top - lift, area.width(), VALUE.step)
        draw_words(painter, words, fitting(self.words, VALUE, area.width()), VALUE)
        draw_words(
            painter,
            QRectF(area.left(), plot.bottom(), area.width(), LABEL.step),
            fitting(self.label, LABEL, area.width()),
            LABEL,
        )

    def _draw_joined(self, painter: QPainter, plot: QRectF) -> None:
        before, here, after = self.shares
        middle = QPointF(plot.center().x(), plot.bottom() - here * plot.height())
        painter.setPen(QPen(colour("accent"), 2))
        for other, edge in ((before, plot.left()), (after, plot.right())):
            if other is not None:
                half = (here + other) / 2
                painter.drawLine(middle, QPointF(edge, plot.bottom() - half * plot.height()))
        painter.setBrush(colour("panel"))
        painter.drawEllipse(middle, 3.5, 3.5)


def fitting(words: str, kind: Type, width: float) -> str:
    """The words, or the first of them where all do not fit: the number without its unit."""
    return words if advance(kind.face, words) <= width else words.partition(" ")[0]


def chart_widget(node: BoundChart, scope: CardScope) -> QWidget:
    """Title and plot."""
    widget, layout = column(2 * GRID)
    if node.title:
        layout.addWidget(Words(node.title, Style(Size.SMALL, "muted", bold=True)))
    plot = PressList(scope, node.title or scope.text("ui.list.chart"), columns=len(node.points))
    plot.show_entries(_entries(node, scope), scope)
    layout.addWidget(plot)
    return widget


def _entries(node: BoundChart, scope: CardScope) -> list[PointEntry]:
    highest = max((point.value for point in node.points), default=0.0) or 1.0
    shares: list[float | None] = [None, *(point.value / highest for point in node.points), None]
    high = COMPACT_PLOT_PX if scope.compact else PLOT_PX
    return [
        _entry(point, (shares[at], point.value / highest, shares[at + 2]), high, node.kind)
        for at, point in enumerate(node.points)
    ]


def _entry(
    point: BoundPoint, shares: tuple[float | None, float, float | None], high: int, kind: str
) -> PointEntry:
    said = f"{point.label}: {point.words}"
    return PointEntry(said, point.label, point.words, shares, high, kind == "line", tip=said)
