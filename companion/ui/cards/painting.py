"""Strokes that painted parts of cards share: a line of words, a number, a ground, a focus ring.

Text is drawn as it is. Words keep their base line whichever fonts their glyphs came from.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from companion.cards.view import Line
from companion.ui.cards.lettering import Align, Type, advance
from companion.ui.cards.stamps import put_stamp
from companion.ui.look import look
from companion.ui.theme import Size, colour, faint, scaled
from companion.ui.type_setting import TypeSetter, is_styled, plain_of

CHIP_PX = 22
_NUMBERS = {
    strong: Type(Size.SMALL, "ink" if strong else "muted", bold=True, align=Align.AlignHCenter)
    for strong in (False, True)
}


def draw_words(painter: QPainter, area: QRectF, text: str, kind: Type) -> None:
    """Draw plain words on one line in the middle of an area's height, elided at its end."""
    middle = area.top() + area.height() / 2
    draw_words_at(painter, area.left(), middle, area.width(), text, kind)


def draw_words_at(
    painter: QPainter, left: float, middle: float, room: float, text: str, kind: Type
) -> None:
    """Draw plain words on one line around the height `middle`, elided where `room` ends."""
    face = kind.face
    wide = advance(face, text)
    if wide > room:
        text = face.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        wide = advance(face, text)
    if kind.align is not Align.AlignLeft:
        spare = max(0.0, room - wide)
        left += spare / 2 if kind.align is Align.AlignHCenter else spare
    painter.setFont(face.font)
    painter.setPen(kind.ink)
    painter.drawText(QPointF(left, middle + face.rise), text)


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
    painter.setPen(kind.ink)
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
    size = (int(area.width()), int(area.height()))
    put_number(painter, int(area.left()), int(area.top()), size, number, strong=strong)


def put_number(
    painter: QPainter, left: int, top: int, size: tuple[int, int], number: int, *, strong: bool
) -> None:
    """Draw a number's chip with its upper left corner at a place."""
    draw = partial(_draw_chip, number, strong)
    put_stamp(painter, left, top, size, f"chip{number}{strong}", draw)


def _draw_chip(number: int, strong: bool, painter: QPainter, area: QRectF) -> None:  # noqa: FBT001
    rim = colour("accent" if strong else "ink")
    rim.setAlpha(255 if strong else 48)
    painter.setPen(QPen(rim, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    chip = area.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(chip, 6, 6)
    draw_words(painter, chip, str(number), _NUMBERS[strong])


def chip_size(number: int) -> tuple[int, int]:
    """Width and height of a number's chip."""
    high = scaled(CHIP_PX)
    return high + scaled(7) * (len(str(number)) - 1) * (number > 9), high
