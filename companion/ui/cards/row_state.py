"""Painted parts of rows: a state with its mark and bar, and a mark in an item's place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from companion.ui.cards.item_tile import draw_tile_ground
from companion.ui.cards.lettering import Type, advance
from companion.ui.cards.painting import draw_words
from companion.ui.cards.stamps import put_stamp
from companion.ui.icons import draw_icon
from companion.ui.theme import GRID, ROLES, Size, colour, faint, scaled

STATE_WIDTH_PX = 108
COMPACT_STATE_WIDTH_PX = 84
WORDS = {token: Type(Size.SMALL, token) for token in ROLES}
_MARK_PX = 14


@dataclass(frozen=True, slots=True)
class RowState:
    """What stands at the right of a row: a mark with its word, and a bar below.

    Attributes:
        icon, token: Shape and colour of the mark.
        loud: Whether the word has the mark's colour.
        fraction: 0 to 1, or -1 for no bar.
    """

    word: str
    icon: str
    token: str
    loud: bool = False
    fraction: float = -1.0
    width: int = STATE_WIDTH_PX


def state_height(state: RowState) -> int:
    """Pixels of a mark with its word, and of its bar."""
    bar = scaled(5) + GRID if state.fraction >= 0 else 0
    return WORDS[state.token].step + bar


def draw_state(painter: QPainter, area: QRectF, state: RowState) -> None:
    """Draw a mark with its word at the right, and the bar below."""
    kind = WORDS[state.token if state.loud else "muted"]
    side = scaled(_MARK_PX)
    bar = state.fraction >= 0
    top = area.top() + (area.height() - state_height(state)) / 2
    wide = min(advance(kind.face, state.word), area.width() - side - GRID)
    words = QRectF(area.right() - wide - 1, top, wide + 1, kind.step)
    draw_words(painter, words, state.word, kind)
    left, high = round(words.left() - side - GRID), round(top + (kind.step - side) / 2)
    draw = partial(_draw_icon, state.icon, state.token)
    put_stamp(painter, left, high, (side, side), f"mark{state.icon}{state.token}", draw)
    if bar:
        place = QRectF(area.left(), top + kind.step + GRID, area.width(), scaled(5))
        draw_bar(painter, place, state.fraction, state.token if state.loud else "accent")


def _draw_icon(name: str, token: str, painter: QPainter, area: QRectF) -> None:
    draw_icon(painter, name, colour(token), area)


def draw_mark(painter: QPainter, area: QRectF, name: str, token: str = "muted") -> None:
    """Draw a line icon in the place of an item's tile."""
    draw_tile_ground(painter, area)
    inset = round(area.width() * 0.24)
    draw_icon(painter, name, colour(token), area.adjusted(inset, inset, -inset, -inset))


def draw_bar(painter: QPainter, area: QRectF, fraction: float, token: str) -> None:
    """Draw how far something is."""
    corner = area.height() / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faint())
    painter.drawRoundedRect(area, corner, corner)
    if fraction > 0:
        filled = QRectF(area)
        filled.setWidth(max(area.height(), area.width() * min(1.0, fraction)))
        painter.setBrush(colour(token))
        painter.drawRoundedRect(filled, corner, corner)
