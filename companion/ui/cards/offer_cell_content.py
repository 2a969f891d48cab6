"""Node `offer_cell_content`, and how any cell of a grid is painted: picture and words centred."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundChoice, BoundImage, BoundOffer
from companion.protocol.cards.item import ItemPreview
from companion.ui.cards.cell_brush import CellBrush
from companion.ui.cards.entry_places import Cell
from companion.ui.cards.image import draw_image
from companion.ui.cards.item_tile import TILE_PX, draw_tile, tile_key
from companion.ui.cards.lettering import Align, Type, advance
from companion.ui.cards.painted_entry import UNTOUCHED, Touch
from companion.ui.cards.painting import (
    chip_size,
    draw_line,
    draw_rows,
    draw_words,
    put_number,
)
from companion.ui.cards.press_list import PressList
from companion.ui.cards.scope import CardScope
from companion.ui.look import look_number
from companion.ui.theme import GRID, Size, tile_px
from companion.ui.type_setting import is_styled, plain_of

TITLE = Type(Size.SMALL, align=Align.AlignHCenter)
SMALL = Type(Size.CAPTION, "muted", align=Align.AlignHCenter)
PRICE = Type(Size.CAPTION, "ink", bold=True, align=Align.AlignHCenter)
PRICE_BESIDE = Type(Size.CAPTION, "ink", bold=True)
STATES = {
    tone: Type(Size.CAPTION, token, bold=True, align=Align.AlignHCenter)
    for tone, token in (("plain", "muted"), ("good", "accent"), ("warning", "waiting"))
}
MOST_LINES = 3
_PRICE_TILE_PX = 16
_SMALLER = 0.82


@dataclass(frozen=True)
class OfferEntry:
    """A cell: tile or image, title, up to three short lines, price, state.

    Implements `PaintedEntry`.

    Attributes:
        number: Chip in the corner; 0 shows none.
    """

    name: str
    offer: BoundOffer
    scope: CardScope
    choice: BoundChoice | None = None
    number: int = 0
    tip: str = ""

    def height(self, width: int) -> int:
        """The sum of its parts."""
        title, lines, price, states, _ = self._parts
        rows = 0
        if title:
            rows = 1 if advance(TITLE.face, title) <= width - 4 - 2 * GRID else 2
        return _height(look_number(), rows, lines, price, states)

    @cached_property
    def _parts(self) -> tuple[str, int, str, int, bool]:
        """Words of the title, number of lines, what the price is, states below, title unstyled."""
        offer = self.offer
        price = "item" if offer.price_item is not None else "words" if offer.price else ""
        is_plain = not any(is_styled(span) for span in offer.title)
        return plain_of(offer.title), len(offer.lines), price, int(bool(offer.state)), is_plain

    def paint(self, painter: QPainter, area: QRectF, touch: Touch) -> None:
        """Draw ground, number, picture and words."""
        brush = CellBrush(painter, (int(area.width()), int(area.height())))
        self.put(brush, int(area.left()), int(area.top()), touch)
        brush.write_all()

    def put(self, brush: CellBrush, left: int, top: int, touch: Touch) -> None:
        """Draw it with a brush for cells of its size; the brush has its words afterwards."""
        painter, side = brush.painter, brush.side
        brush.draw_ground(left, top, touch)
        if self.number:
            strong = touch.hover or touch.focus
            draw_small_number(painter, left + 2 + GRID, top + 2 + GRID, self.number, strong=strong)
        place = QRectF(left + brush.inset, top + 2 * GRID, side, side)
        if isinstance(self.offer.icon, BoundImage):
            draw_image(painter, place, self.offer.icon, self.scope.icons)
        else:
            draw_tile(painter, place, self.offer.icon, self.scope.icons)
        self._put_lines(brush, left + 2 + GRID, top + side + 3 * GRID)

    def _put_lines(self, brush: CellBrush, left: int, top: float) -> None:
        offer, width = self.offer, brush.room
        title, *_, is_plain = self._parts
        if title and is_plain and advance(TITLE.face, title) <= width:
            top = brush.write(left, top, title, TITLE)
        elif offer.title:
            top = self._draw_title(brush.painter, QRectF(left, top, width, 0))
        for text in offer.lines[:MOST_LINES]:
            top = brush.write(left, top, text, SMALL)
        if offer.price_item is not None:
            top = self._draw_price(brush.painter, QRectF(left, top, width, 0), offer.price_item)
        elif offer.price:
            top = brush.write(left, top, offer.price, PRICE)
        if offer.state:
            brush.write(left, top, offer.state, STATES.get(offer.tone, STATES["plain"]))

    def _draw_title(self, painter: QPainter, area: QRectF) -> float:
        """One row where it fits, else two; returns where the next line begins."""
        title, room = self.offer.title, area.width()
        rows = 1 if advance(TITLE.face, self._parts[0]) <= room else 2
        area.setHeight(TITLE.step * rows)
        if rows > 1:
            draw_rows(painter, area, (title,), TITLE, rows)
        else:
            draw_line(painter, area, title, TITLE)
        return area.bottom()

    def _draw_price(self, painter: QPainter, area: QRectF, item: ItemPreview) -> float:
        """The item that it costs, beside words; returns where the next line begins."""
        side = tile_px(_PRICE_TILE_PX)
        words = self.offer.price or f"× {item.count}"
        wide = min(advance(PRICE.face, words), area.width() - side - GRID)
        left = round(area.left() + (area.width() - side - GRID - wide) / 2)
        one = QRectF(left, area.top() + 1, side, side)
        draw_tile(painter, one, ItemPreview(item.item, item.name), self.scope.icons)
        beside = QRectF(left + side + GRID, area.top(), wide + 1, side + 2)
        draw_words(painter, beside, words, PRICE_BESIDE)
        return area.top() + side + 2

    def key(self) -> object:
        """Everything that the drawing depends on, but for look, size and touch."""
        offer, icons = self.offer, self.scope.icons
        drawn = [self.number, offer.title, offer.lines, offer.price, offer.state, offer.tone]
        if isinstance(offer.icon, BoundImage):
            found = icons.texture(offer.icon.name) or icons.picture(offer.icon.name)
            drawn += [offer.icon, found.cacheKey() if found is not None else 0]
        else:
            drawn.append(tile_key(offer.icon, icons))
        if offer.price_item is not None:
            drawn.append(tile_key(offer.price_item, icons))
        return tuple(drawn)


def paint_still_cells(painter: QPainter, cells: Iterable[tuple[OfferEntry, QRectF]]) -> None:
    """Draw cells of one size that nobody touches, with one brush."""
    brush: CellBrush | None = None
    for entry, place in cells:
        brush = brush or CellBrush(painter, (int(place.width()), int(place.height())))
        entry.put(brush, int(place.left()), int(place.top()), UNTOUCHED)
    if brush is not None:
        brush.write_all()


def draw_small_number(painter: QPainter, left: int, top: int, number: int, *, strong: bool) -> None:
    """Draw a cell's number with its upper left corner at a place."""
    wide, high = chip_size(number)
    size = (round(wide * _SMALLER), round(high * _SMALLER))
    put_number(painter, left, top, size, number, strong=strong)


@lru_cache(maxsize=256)
def _height(look: int, title: int, lines: int, price: str, states: int) -> int:
    """Pixels of a cell with so many rows of title, lines, and what stands below, in a look."""
    del look
    high = tile_px(TILE_PX) + 5 * GRID + title * TITLE.step + min(lines, MOST_LINES) * SMALL.step
    if price:
        high += tile_px(_PRICE_TILE_PX) + 2 if price == "item" else PRICE.step
    return high + states * STATES["plain"].step


def offer_widget(node: BoundOffer, scope: CardScope) -> QWidget:
    """An offer on its own, outside a grid."""
    widget = PressList(scope, plain_of(node.title), columns=1, cell=Cell(most_px=168))
    widget.show_entries((OfferEntry(offer_name(node), node, scope),), scope)
    return widget


def offer_name(offer: BoundOffer) -> str:
    """What a screen reader says of an offer."""
    parts = (plain_of(offer.title), *offer.lines, offer.price, offer.state)
    return ", ".join(part for part in parts if part)
