"""Node `offer_cell_content`, and how any cell of a grid is painted: picture and words centred."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundChoice, BoundImage, BoundOffer, Line, Span
from companion.protocol.cards.item import ItemPreview
from companion.ui.cards.image import draw_image
from companion.ui.cards.item_tile import TILE_PX, draw_tile
from companion.ui.cards.painting import (
    Align,
    Type,
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
from companion.ui.theme import GRID, Size, tile_px
from companion.ui.type_setting import plain_of

TITLE = Type(Size.SMALL, align=Align.AlignHCenter)
SMALL = Type(Size.CAPTION, "muted", align=Align.AlignHCenter)
TONES = {"plain": "muted", "good": "accent", "warning": "waiting", "muted": "muted"}
_PRICE_TILE_PX = 16
Stroke = tuple[int, Callable[[QPainter, QRectF], None]]
"""Pixels that a line takes, and what draws it."""


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
        lines = self._lines(width - 4 - 2 * GRID)
        return tile_px(TILE_PX) + 5 * GRID + sum(step for step, _ in lines)

    def paint(self, painter: QPainter, area: QRectF, touch: Touch) -> None:
        """Draw ground, number, picture and lines."""
        ground = area.adjusted(2, 2, -2, -2)
        draw_ground(painter, ground, "own" if touch.down else "raised", rim=touch.hover)
        if touch.focus:
            draw_focus(painter, ground)
        if self.number:
            wide, high = (round(side * 0.82) for side in chip_size(self.number))
            corner = QRectF(ground.left() + GRID, ground.top() + GRID, wide, high)
            draw_number(painter, corner, self.number, strong=touch.hover or touch.focus)
        top = self._draw_picture(painter, ground)
        for step, draw in self._lines(int(ground.width()) - 2 * GRID):
            draw(painter, QRectF(ground.left() + GRID, top, ground.width() - 2 * GRID, step))
            top += step

    def _draw_picture(self, painter: QPainter, ground: QRectF) -> float:
        side = tile_px(TILE_PX)
        place = QRectF(0, ground.top() + 2 * GRID - 2, side, side)
        place.moveLeft(round(ground.center().x() - side / 2))
        if isinstance(self.offer.icon, BoundImage):
            draw_image(painter, place, self.offer.icon, self.scope.icons)
        else:
            draw_tile(painter, place, self.offer.icon, self.scope.icons)
        return place.bottom() + GRID

    def _lines(self, room: int) -> list[Stroke]:
        """Height and stroke of each line below the picture."""
        offer = self.offer
        found = [self._title_stroke(room)] if plain_of(offer.title) else []
        found += [(SMALL.step, _stroke((Span(text),), SMALL)) for text in offer.lines[:3]]
        if offer.price_item is not None:
            found.append((tile_px(_PRICE_TILE_PX) + 2, self._price_stroke(offer.price_item)))
        elif offer.price:
            kind = Type(Size.CAPTION, "ink", bold=True, align=Align.AlignHCenter)
            found.append((kind.step, _stroke((Span(offer.price),), kind)))
        if offer.state:
            token = TONES.get(offer.tone, "muted")
            kind = Type(Size.CAPTION, token, bold=True, align=Align.AlignHCenter)
            found.append((kind.step, _stroke((Span(offer.state),), kind)))
        return found

    def _title_stroke(self, room: int) -> Stroke:
        """One row, or two where the title does not fit into one."""
        title = self.offer.title
        wide = QFontMetricsF(TITLE.font).horizontalAdvance(plain_of(title))
        if wide <= room:
            return TITLE.step, _stroke(title, TITLE)

        def draw(painter: QPainter, area: QRectF) -> None:
            draw_rows(painter, area, (title,), TITLE, 2)

        return 2 * TITLE.step, draw

    def _price_stroke(self, item: ItemPreview) -> Callable[[QPainter, QRectF], None]:
        def draw(painter: QPainter, area: QRectF) -> None:
            side = tile_px(_PRICE_TILE_PX)
            kind = Type(Size.CAPTION, "ink", bold=True)
            words = self.offer.price or f"× {item.count}"
            wide = QFontMetricsF(kind.font).horizontalAdvance(words)
            wide = min(wide, area.width() - side - GRID)
            left = round(area.center().x() - (side + GRID + wide) / 2)
            one = QRectF(left, area.top() + 1, side, side)
            picture = self.scope.icons.picture(item.item) if item.item else None
            if picture is not None:
                painter.drawImage(one, picture)
            else:
                draw_tile(painter, one, _single(item))
            words_area = QRectF(one.right() + GRID, area.top(), wide + 1, area.height())
            draw_words(painter, words_area, words, kind)

        return draw


def offer_widget(node: BoundOffer, scope: CardScope) -> QWidget:
    """An offer on its own, outside a grid."""
    widget = PressList(scope, plain_of(node.title), columns=1, cell=Cell(most_px=168))
    widget.show_entries((OfferEntry(offer_name(node), node, scope),), scope)
    return widget


def offer_name(offer: BoundOffer) -> str:
    """What a screen reader says of an offer."""
    parts = (plain_of(offer.title), *offer.lines, offer.price, offer.state)
    return ", ".join(part for part in parts if part)


def _single(item: ItemPreview) -> ItemPreview:
    return ItemPreview(item.item, item.name)


def _stroke(line: Line, kind: Type) -> Callable[[QPainter, QRectF], None]:
    def draw(painter: QPainter, area: QRectF) -> None:
        draw_line(painter, area, line, kind)

    return draw
