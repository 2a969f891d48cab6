"""A painted row: number, tile, words, and a state at the right. Of lists, choices, passages."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from companion.cards.view import BoundChoice, Line
from companion.protocol.cards.item import ItemPreview
from companion.ui.cards.item_icons import ItemIcons
from companion.ui.cards.item_tile import TILE_PX, draw_tile, tile_key
from companion.ui.cards.lettering import Type
from companion.ui.cards.painted_entry import UNTOUCHED, Touch
from companion.ui.cards.painting import (
    chip_size,
    draw_focus,
    draw_ground,
    draw_line,
    draw_number,
    draw_rows,
    draw_words,
)
from companion.ui.cards.row_state import RowState, draw_mark, draw_state, state_height
from companion.ui.cards.stamps import draw_still
from companion.ui.theme import GRID, Size, colour, scaled, tile_px
from companion.ui.type_setting import TypeSetter, plain_of

TITLE = Type()
BELOW = Type(Size.SMALL, "muted")
FOOT = Type(Size.CAPTION, "muted")
COMPACT_TILE_PX = 32
LEAD_PX = 6
LEAST_WORDS_PX = 120
"""Where words have less beside a state, at text size 1, the state stands below them."""
_PAD = GRID
_DOT_PX = 5


@dataclass(frozen=True, slots=True)
class RowEntry:
    """One row; implements `PaintedEntry`.

    Attributes:
        number: Shown as a chip; 0 shows none.
        widest: Number of the rows around whose chip is widest, so that all words stand in one line.
        bullet: Whether a dot stands in front instead.
        among_numbers: Whether the dot takes the room of a number, so that words stand in one line
            with those of the rows around.
        mark: Name of an icon in the tile's place, where there is no item.
        titles, below: Lines, wrapped to `title_rows` and `below_rows`; 0 is no limit.
        inset: Whether words stand away from the edge, so that a ground can be seen around them.
        foot: One last line, smaller.
        kinds: How titles and the lines below look.
    """

    name: str
    titles: tuple[Line, ...]
    choice: BoundChoice | None = None
    number: int = 0
    widest: int = 0
    bullet: bool = False
    among_numbers: bool = False
    tile: ItemPreview | None = None
    tile_side: int = TILE_PX
    icons: ItemIcons | None = None
    mark: str = ""
    below: tuple[Line, ...] = ()
    title_rows: int = 1
    below_rows: int = 1
    foot: str = ""
    state: RowState | None = None
    tip: str = ""
    inset: bool = True
    kinds: tuple[Type, Type] = (TITLE, BELOW)

    def height(self, width: int) -> int:
        """Room for tile or words, whichever is higher."""
        words = sum(self._heights(self._room(width)))
        if self.state is not None and not self._is_beside(width):
            words += state_height(self.state) + _PAD
        tile = tile_px(self.tile_side) if self._has_tile else 0
        air = 3 if self._has_tile else 4 if self.inset else 2
        return max(words, tile) + air * _PAD

    def paint(self, painter: QPainter, area: QRectF, touch: Touch) -> None:
        """Draw it, from a picture where nobody touches it."""
        if touch.is_still:
            draw_still(painter, area, f"row{hash(self.key())}", self._draw_still)
        else:
            self._draw(painter, area, touch)

    def _draw_still(self, painter: QPainter, area: QRectF) -> None:
        self._draw(painter, area, UNTOUCHED)

    def key(self) -> object:
        """Everything that the drawing depends on, but for look, size and touch."""
        tile = tile_key(self.tile, self.icons) if self.tile is not None else self.mark
        words = (self.titles, self.below, self.foot, self.title_rows, self.below_rows, self.kinds)
        dot = (self.bullet, self.among_numbers)
        front = (self.number, self._chip_room(), dot, self.tile_side, self.inset, self.state)
        return tile, words, front

    def _draw(self, painter: QPainter, area: QRectF, touch: Touch) -> None:
        """Draw ground, number, tile, words and state."""
        self._draw_ground(painter, area, touch)
        lead = LEAD_PX if self.inset else 0
        rest = area.adjusted(lead, 0, -lead, 0)
        if self.number or self.bullet:
            rest.setLeft(self._draw_front(painter, rest, strong=touch.hover or touch.focus))
        if self._has_tile:
            rest.setLeft(self._draw_tile(painter, rest) + 3 * _PAD)
        if self.state is not None:
            rest = self._draw_state(painter, rest, self.state, beside=self._is_beside(area.width()))
        self._draw_texts(painter, rest)

    def _draw_state(
        self, painter: QPainter, rest: QRectF, state: RowState, *, beside: bool
    ) -> QRectF:
        """Draw the state beside the words or below them; what is left for the words."""
        left = QRectF(rest)
        if beside:
            wide = scaled(state.width)
            place = QRectF(rest.right() - wide, rest.top(), wide, rest.height())
            left.setRight(place.left() - 3 * _PAD)
        else:
            high = state_height(state)
            place = QRectF(rest.left(), rest.bottom() - high - 2 * _PAD, rest.width(), high)
            left.setBottom(place.top())
        draw_state(painter, place, state)
        return left

    @property
    def _has_tile(self) -> bool:
        return self.tile is not None or bool(self.mark)

    def _draw_tile(self, painter: QPainter, rest: QRectF) -> float:
        side = tile_px(self.tile_side)
        place = QRectF(rest.left(), 0, side, side)
        place.moveTop(rest.top() + (rest.height() - side) // 2)
        if self.tile is not None:
            draw_tile(painter, place, self.tile, self.icons)
        else:
            draw_mark(painter, place, self.mark)
        return place.right()

    def _draw_ground(self, painter: QPainter, area: QRectF, touch: Touch) -> None:
        ground = area.adjusted(1, 1, -1, -1)
        if touch.down:
            draw_ground(painter, ground, "own")
        elif touch.hover:
            draw_ground(painter, ground, "raised")
        if touch.focus:
            draw_focus(painter, ground)

    def _draw_front(self, painter: QPainter, rest: QRectF, *, strong: bool) -> float:
        middle = rest.center().y()
        if self.bullet:
            first = middle if self.among_numbers else rest.top() + _PAD + TITLE.step / 2
            room = self._front_room()
            side = scaled(_DOT_PX)
            left = (
                rest.left() + (self._chip_room() - side) / 2
                if self.among_numbers
                else rest.left() + 2
            )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("muted"))
            painter.drawEllipse(QRectF(left, first - side / 2, side, side))
            return rest.left() + room
        wide, high = chip_size(self.number)
        top = rest.top() + 2 * _PAD if self.foot else round(middle - high / 2)
        place = QRectF(rest.left(), top, wide, high)
        draw_number(painter, place, self.number, strong=strong)
        return rest.left() + self._front_room()

    def _heights(self, room: int) -> tuple[int, int, int]:
        """Pixels of titles, lines below and foot."""
        title, below = self.kinds
        return (
            self._rows(self.titles, title, self.title_rows, room) * title.step,
            self._rows(self.below, below, self.below_rows, room) * below.step,
            FOOT.step + GRID if self.foot else 0,
        )

    def _draw_texts(self, painter: QPainter, area: QRectF) -> None:
        heights = self._heights(int(area.width()))
        top = area.top() + (area.height() - sum(heights)) / 2
        first = QRectF(area.left(), top, area.width(), heights[0])
        second = QRectF(area.left(), first.bottom(), area.width(), heights[1])
        draw_block(painter, first, self.titles, self.kinds[0], self.title_rows)
        if heights[1]:
            draw_block(painter, second, self.below, self.kinds[1], self.below_rows)
        if self.foot:
            third = QRectF(area.left(), second.bottom() + GRID, area.width(), FOOT.step)
            draw_words(painter, third, self.foot, FOOT)

    def _room(self, width: int) -> int:
        """Pixels that words have."""
        room = self._whole_room(width)
        if self.state is not None and self._is_beside(width):
            room -= scaled(self.state.width) + 3 * _PAD
        return max(24, room)

    def _is_beside(self, width: float) -> bool:
        """Whether there is room for a state beside the words."""
        beside = scaled(self.state.width) + 3 * _PAD if self.state is not None else 0
        return self._whole_room(int(width)) - beside >= scaled(LEAST_WORDS_PX)

    def _whole_room(self, width: int) -> int:
        """Pixels that words would have without a state."""
        room = width - (2 * LEAD_PX if self.inset else 0)
        room -= self._front_room()
        if self._has_tile:
            room -= tile_px(self.tile_side) + 3 * _PAD
        return room

    def _front_room(self) -> int:
        """Pixels that number or dot take, with the gap behind them."""
        if self.number or (self.bullet and self.among_numbers):
            return self._chip_room() + 3 * _PAD
        return 2 + scaled(_DOT_PX) + 2 * _PAD if self.bullet else 0

    def _chip_room(self) -> int:
        return chip_size(max(self.number, self.widest))[0]

    @staticmethod
    def _rows(lines: tuple[Line, ...], kind: Type, most: int, room: int) -> int:
        """How many rows lines take, without setting what is short enough to see."""
        if not lines:
            return 0
        if most == 1:
            return 1
        metrics = kind.face.metrics
        if all(metrics.horizontalAdvance(plain_of(line)) <= room - 2 for line in lines):
            return min(most or len(lines), len(lines))
        return len(TypeSetter(kind.font, colour("panel"), most).rows(lines, room))


def draw_block(
    painter: QPainter, area: QRectF, lines: tuple[Line, ...], kind: Type, most: int
) -> None:
    """Draw lines: one elided line the quick way, more of them set."""
    if len(lines) == 1 and most == 1:
        draw_line(painter, area, lines[0], kind)
    else:
        draw_rows(painter, area, lines, kind, most)
