"""Strokes that painted parts of cards share: a line of words, a number, a ground, a focus ring.

Text is drawn as it is. Words keep their base line whichever fonts their glyphs came from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import count

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QPainter,
    QPen,
    QPixmap,
    QPixmapCache,
)

from companion.cards.view import Line
from companion.ui.look import kept, look
from companion.ui.theme import Size, colour, faint, scaled, text_px, type_font
from companion.ui.type_setting import TypeSetter, is_styled, plain_of
from companion.ui.words import LINE_HEIGHT

Align = Qt.AlignmentFlag
CHIP_PX = 22


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A font with its measures.

    Attributes:
        step: Pixels from one line to the next.
        rise: From the middle of a line down to its base.
    """

    font: QFont
    metrics: QFontMetricsF
    step: int
    rise: float


@dataclass(frozen=True, slots=True)
class Type:
    """How one painted line looks."""

    size: Size = Size.BODY
    token: str = "ink"
    bold: bool = False
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft

    @property
    def face(self) -> Face:
        """In the look of the moment."""
        return kept(("face", self.size, self.bold), self._face)

    @property
    def font(self) -> QFont:
        """In the look of the moment."""
        return self.face.font

    @property
    def step(self) -> int:
        """Pixels from one line to the next."""
        return self.face.step

    def _face(self) -> Face:
        font = type_font(QGuiApplication.font(), self.size, bold=self.bold)
        metrics = QFontMetricsF(font)
        rise = (metrics.ascent() - metrics.descent()) / 2
        return Face(font, metrics, round(text_px(self.size) * LINE_HEIGHT), rise)


@lru_cache(maxsize=4096)
def advance(face: Face, text: str) -> float:
    """Pixels that words take on one line."""
    return face.metrics.horizontalAdvance(text)


def draw_words(painter: QPainter, area: QRectF, text: str, kind: Type) -> None:
    """Draw plain words on one line in the middle of an area's height, elided at its end."""
    face, room = kind.face, area.width()
    wide = advance(face, text)
    if wide > room:
        text = face.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        wide = advance(face, text)
    left = area.left()
    if kind.align is Align.AlignHCenter:
        left += max(0.0, room - wide) / 2
    elif kind.align is Align.AlignRight:
        left += max(0.0, room - wide)
    painter.setFont(face.font)
    painter.setPen(colour(kind.token))
    painter.drawText(QPointF(left, area.top() + area.height() / 2 + face.rise), text)


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
    step = kind.face.step
    rows = TypeSetter(kind.face.font, colour("panel"), most).rows(lines, int(area.width()))
    base = area.top() + max(0.0, (area.height() - step * len(rows)) / 2)
    base += step / 2 + kind.face.rise
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


def draw_still(
    painter: QPainter, area: QRectF, key: str, draw: Callable[[QPainter, QRectF], None]
) -> None:
    """Draw what looks the same whenever it is drawn: the second time its picture is taken out.

    Args:
        painter: On any device.
        area: Whole pixels.
        key: Tells everything that the drawing depends on, but for look and size.
        draw: Draws into an area of the same size at the origin.
    """
    ratio = painter.device().devicePixelRatioF()
    size = area.size().toSize()
    whole = f"{look_number()}|{ratio}|{size.width()}x{size.height()}|{key}"
    pixmap = QPixmap()
    if not QPixmapCache.find(whole, pixmap):
        pixmap = QPixmap(size * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        inner = QPainter(pixmap)
        inner.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(inner, QRectF(0, 0, size.width(), size.height()))
        inner.end()
        QPixmapCache.insert(whole, pixmap)
    painter.drawPixmap(area.topLeft(), pixmap)


def look_number() -> int:
    """A number that changes with the look; it is part of the keys of pictures."""
    number: int = kept("look number", partial(next, _LOOKS))
    return number


_LOOKS = count(1)
