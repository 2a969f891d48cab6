"""Strokes that painted parts of cards share: a line of words, a number, a ground, a focus ring.

Text is drawn as it is. Words keep their base line whichever fonts their glyphs came from.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter, QPen

from companion.cards.view import Line
from companion.ui.look import look
from companion.ui.theme import Size, colour, faint, scaled, text_px, type_font
from companion.ui.type_setting import TypeSetter, is_styled, plain_of
from companion.ui.words import LINE_HEIGHT

Align = Qt.AlignmentFlag
CHIP_PX = 22


@dataclass(frozen=True, slots=True)
class Type:
    """How one painted line looks."""

    size: Size = Size.BODY
    token: str = "ink"
    bold: bool = False
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft

    @property
    def font(self) -> QFont:
        """In the look of the moment."""
        return type_font(QGuiApplication.font(), self.size, bold=self.bold)

    @property
    def step(self) -> int:
        """Pixels from one line to the next."""
        return round(text_px(self.size) * LINE_HEIGHT)


def draw_words(painter: QPainter, area: QRectF, text: str, kind: Type) -> None:
    """Draw plain words on one line in the middle of an area's height, elided at its end."""
    font = kind.font
    metrics = QFontMetricsF(font)
    wide = metrics.horizontalAdvance(text)
    if wide > area.width():
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        wide = metrics.horizontalAdvance(text)
    spare = max(0.0, area.width() - wide)
    left = area.left() + {Align.AlignRight: spare, Align.AlignHCenter: spare / 2}.get(kind.align, 0)
    base = area.top() + (area.height() + metrics.ascent() - metrics.descent()) / 2
    painter.setFont(font)
    painter.setPen(colour(kind.token))
    painter.drawText(QPointF(left, base), text)


def draw_line(painter: QPainter, area: QRectF, line: Line, kind: Type) -> None:
    """Draw a styled line likewise; colours from outside are made readable on a panel."""
    if not any(is_styled(span) for span in line):
        draw_words(painter, area, plain_of(line), kind)
        return
    draw_rows(painter, area, (line,), kind, 1)


def draw_rows(
    painter: QPainter, area: QRectF, lines: tuple[Line, ...], kind: Type, most: int
) -> None:
    """Draw styled lines, wrapped to at most so many rows."""
    font, step = kind.font, kind.step
    rows = TypeSetter(font, colour("panel"), most).rows(lines, int(area.width()))
    metrics = QFontMetricsF(font)
    base = area.top() + max(0.0, (area.height() - step * len(rows)) / 2)
    base += (step + metrics.ascent() - metrics.descent()) / 2
    painter.setPen(colour(kind.token))
    for number, row in enumerate(rows):
        spare = max(0.0, area.width() - row.line.naturalTextWidth())
        indent = {Align.AlignRight: spare, Align.AlignHCenter: spare / 2}.get(kind.align, 0)
        top = base + number * step - row.line.ascent()
        row.line.draw(painter, QPointF(area.left() + indent, top - row.line.y()))


def draw_ground(painter: QPainter, area: QRectF, token: str, *, rim: bool = False) -> None:
    """Fill a rounded area."""
    painter.setPen(faint() if rim else Qt.PenStyle.NoPen)
    painter.setBrush(colour(token))
    corner = look().theme.radii.small
    painter.drawRoundedRect(area, corner, corner)


def draw_focus(painter: QPainter, area: QRectF) -> None:
    """Draw the ring that shows where the keyboard is."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour("accent"), 2))
    corner = look().theme.radii.small
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), corner, corner)


def draw_number(painter: QPainter, area: QRectF, number: int, *, strong: bool = False) -> None:
    """Draw a number that can be said aloud, as a chip."""
    rim = QColor(colour("accent" if strong else "ink"))
    rim.setAlpha(255 if strong else 48)
    painter.setPen(QPen(rim, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    chip = area.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(chip, 6, 6)
    kind = Type(Size.SMALL, "ink" if strong else "muted", bold=True, align=Align.AlignHCenter)
    draw_words(painter, chip, str(number), kind)


def chip_size(number: int) -> tuple[int, int]:
    """Width and height of a number's chip."""
    high = scaled(CHIP_PX)
    return high + scaled(7) * (len(str(number)) - 1) * (number > 9), high
