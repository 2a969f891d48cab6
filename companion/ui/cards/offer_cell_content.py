"""Node `offer_cell_content`, and how any cell of a grid is painted: picture and words centred."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundChoice, BoundImage, BoundOffer, Line, Span
from companion.protocol.cards.item import ItemPreview
from companion.ui.cards.image import draw_image
from companion.ui.cards.item_tile import TILE_PX, draw_tile, tile_key
from companion.ui.cards.painting import (
    Align,
    Type,
    advance,
    chip_size,
    draw_focus,
    draw_ground,
    draw_line,
    draw_number,
    draw_rows,
    draw_words,
)
from companion.ui.cards.press_list import Cell, PressList, Touch
from companion.ui.cards.scope import CardScope
from companion.ui.look import kept
from companion.ui.theme import GRID, Size, tile_px
from companion.ui.type_setting import plain_of

TITLE = Type(Size.SMALL, align=Align.AlignHCenter)
SMALL = Type(Size.CAPTION, "muted", align=Align.AlignHCenter)
PRICE = Type(Size.CAPTION, "ink", bold=True, align=Align.AlignHCenter)
STATES = {
    tone: Type(Size.CAPTION, token, bold=True, align=Align.AlignHCenter)
    for tone, token in (("plain", "muted"), ("good", "accent"), ("warning", "waiting"))
}
MOST_LINES = 3
_PRICE_TILE_PX = 16


@dataclass(frozen=True, slots=True)
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
        offer = self.offer
        title = 0
        if offer.title:
            fits = advance(TITLE.face, plain_of(offer.title)) <= width - 4 - 2 * GRID
            title = 1 if fits else 2
        price = bool(offer.price) or offer.price_item is not None
        parts = (title, len(offer.lines), price, offer.price_item is not None, bool(offer.state))
        return kept(("cell height", parts), partial(_height, *parts))

    def paint(self, painter: QPainter, area: QRectF, touch: Touch) -> None:
        """Draw ground, number, picture and words."""
        ground = area.adjusted(2, 2, -2, -2)
        draw_ground(painter, ground, "own" if touch.down else "raised", rim=touch.hover)
        if touch.focus:
            draw_focus(painter, ground)
        if self.number:
            wide, high = (round(side * 0.82) for side in chip_size(self.number))
            corner = QRectF(ground.left() + GRID, ground.top() + GRID, wide, high)
            draw_number(painter, corner, self.number, strong=touch.hover or touch.focus)
        self._draw_lines(painter, ground, self._draw_picture(painter, ground))

    def _draw_picture(self, painter: QPainter, ground: QRectF) -> float:
        """The picture; returns where the words begin."""
        side = tile_px(TILE_PX)
        left = round(ground.left() + (ground.width() - side) / 2)
        place = QRectF(left, ground.top() + 2 * GRID - 2, side, side)
        if isinstance(self.offer.icon, BoundImage):
            draw_image(painter, place, self.offer.icon, self.scope.icons)
        else:
            draw_tile(painter, place, self.offer.icon, self.scope.icons)
        return place.top() + side + GRID

    def _draw_lines(self, painter: QPainter, ground: QRectF, top: float) -> None:
        left, width = ground.left() + GRID, ground.width() - 2 * GRID
        lines = self._lines(int(width))
        for at, (line, kind, rows) in enumerate(lines):
            if at == len(lines) - bool(self.offer.state):
                top = self._draw_price(painter, QRectF(left, top, width, 0))
            area = QRectF(left, top, width, kind.step * rows)
            if rows > 1:
                draw_rows(painter, area, (line,), kind, rows)
            else:
                draw_line(painter, area, line, kind)
            top += kind.step * rows
        if not self.offer.state:
            self._draw_price(painter, QRectF(left, top, width, 0))

    def _lines(self, room: int) -> list[tuple[Line, Type, int]]:
        """Lines of words, how they look, how many rows they take; the state is the last."""
        offer = self.offer
        found: list[tuple[Line, Type, int]] = []
        if offer.title:
            fits = advance(TITLE.face, plain_of(offer.title)) <= room
            found.append((offer.title, TITLE, 1 if fits else 2))
        found += [((Span(text),), SMALL, 1) for text in offer.lines[:MOST_LINES]]
        if offer.price and offer.price_item is None:
            found.append(((Span(offer.price),), PRICE, 1))
        if offer.state:
            found.append(((Span(offer.state),), STATES.get(offer.tone, STATES["plain"]), 1))
        return found

    def _draw_price(self, painter: QPainter, area: QRectF) -> float:
        """The item that it costs, beside words; returns where the next line begins."""
        item = self.offer.price_item
        if item is None:
            return area.top()
        side = tile_px(_PRICE_TILE_PX)
        words = self.offer.price or f"× {item.count}"
        wide = min(advance(PRICE.face, words), area.width() - side - GRID)
        left = round(area.left() + (area.width() - side - GRID - wide) / 2)
        one = QRectF(left, area.top() + 1, side, side)
        draw_tile(painter, one, ItemPreview(item.item, item.name), self.scope.icons)
        beside = QRectF(left + side + GRID, area.top(), wide + 1, side + 2)
        draw_words(painter, beside, words, Type(PRICE.size, PRICE.token, bold=True))
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


def _height(title: int, lines: int, price: bool, item: bool, state: bool) -> int:  # noqa: FBT001
    """Pixels of a cell with so many rows of title, lines, and what stands below."""
    high = tile_px(TILE_PX) + 5 * GRID + title * TITLE.step + min(lines, MOST_LINES) * SMALL.step
    if price:
        high += tile_px(_PRICE_TILE_PX) + 2 if item else PRICE.step
    return high + state * STATES["plain"].step


def offer_widget(node: BoundOffer, scope: CardScope) -> QWidget:
    """An offer on its own, outside a grid."""
    widget = PressList(scope, plain_of(node.title), columns=1, cell=Cell(most_px=168))
    widget.show_entries((OfferEntry(offer_name(node), node, scope),), scope)
    return widget


def offer_name(offer: BoundOffer) -> str:
    """What a screen reader says of an offer."""
    parts = (plain_of(offer.title), *offer.lines, offer.price, offer.state)
    return ", ".join(part for part in parts if part)
