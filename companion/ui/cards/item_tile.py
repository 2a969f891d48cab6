"""An item as a tile: its picture, else two letters in a stable colour; the amount, `+N`, done.

Pictures are scaled by whole numbers and never smoothed, as in the game.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import lru_cache, partial
from math import ceil

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QLabel

from companion.cards.item_text import amount_words, bare_id, item_name, tooltip_lines
from companion.language.legacy_codes import plain
from companion.language.translations import Translations
from companion.protocol.cards.item import ItemPreview, Rarity
from companion.ui.cards.item_icons import ItemIcons
from companion.ui.cards.lettering import Type, advance
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stamps import put_stamp
from companion.ui.icons import draw_icon
from companion.ui.look import LOOK_CHANGES, look
from companion.ui.theme import Size, colour, faint, readable_on, text_px, tile_px
from companion.ui.tooltips import tooltip

TILE_PX = 40
"""Pixels of one tile at text size 1; others are whole multiples of 8 (a Minecraft half block)."""
RARITY_COLOURS: Mapping[Rarity, str] = {
    Rarity.UNCOMMON: "#ffee6b",
    Rarity.RARE: "#6fe3e3",
    Rarity.EPIC: "#ff8af5",
}
_RARITY_DOTS = {Rarity.UNCOMMON: 1, Rarity.RARE: 2, Rarity.EPIC: 3}
"""As many dots as the colour says; the word is in the tool tip and the accessible name."""
AMOUNT = Type(Size.CAPTION, "ink", bold=True)
OTHERS = Type(Size.CAPTION, "muted", bold=True)
_HUES = (36, 12, 340, 280, 222, 196, 168, 138, 88, 54)


class ItemTile(QLabel):
    """One item's tile; a label to screen readers, named after item and amount."""

    def __init__(self, item: ItemPreview, scope: CardScope, side: int = TILE_PX) -> None:
        super().__init__()
        self._item = item
        self._side = side
        self._icons = scope.icons
        self.setFixedSize(tile_px(side), tile_px(side))
        self.setAccessibleName(spoken_name(item, scope.translations))
        self.setToolTip(tooltip(tip_of(item, scope.translations)))

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self.setFixedSize(tile_px(self._side), tile_px(self._side))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_tile(painter, QRectF(self.rect()), self._item, self._icons)


def draw_tile(
    painter: QPainter, area: QRectF, item: ItemPreview, icons: ItemIcons | None = None
) -> None:
    """Draw an item's tile into a square of whole pixels."""
    left, top, side = int(area.left()), int(area.top()), int(area.width())
    put_stamp(painter, left, top, (side, side), "tile", draw_tile_ground)
    picture = icons.picture(bare_id(item)) if icons is not None and item.item else None
    if picture is not None:
        draw_pixels(painter, area, picture)
    else:
        _draw_letters(painter, area, item)
    if item.rarity is not Rarity.COMMON:
        _draw_rarity(painter, area, item.rarity)
    if amount := tile_amount(item):
        draw_amount(painter, left + side, top + side - 4, amount, AMOUNT)
    if item.others > 0:
        base = top + text_px(Size.CAPTION) + 1
        draw_amount(painter, left + side, base, f"+{item.others}", OTHERS)
    if item.done:
        _draw_done(painter, area)


def draw_tile_ground(painter: QPainter, area: QRectF) -> None:
    """Draw what every tile stands on."""
    painter.setPen(faint())
    painter.setBrush(colour("tile"))
    corner = look().theme.radii.small
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), corner, corner)


def tile_key(item: ItemPreview, icons: ItemIcons | None) -> tuple[object, ...]:
    """Everything that a tile's drawing depends on, but for the look; asks for the picture."""
    picture = icons.picture(bare_id(item)) if icons is not None and item.item else None
    drawn = picture.cacheKey() if picture is not None else 0
    return item.item, item.name, item.count, item.amount, item.others, item.done, item.rarity, drawn


def draw_pixels(painter: QPainter, area: QRectF, picture: QImage) -> None:
    """Draw a small picture into the middle of an area, every pixel a whole square."""
    place, smooth = _place_of_pixels(picture.width(), picture.height(), area.width(), area.height())
    if smooth:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place.translated(round(area.left()), round(area.top())), picture)
    if smooth:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)


@lru_cache(maxsize=256)
def _place_of_pixels(width: int, height: int, wide: float, high: float) -> tuple[QRectF, bool]:
    """Where a picture stands in an area, and whether it has to be shrunk."""
    longest = max(width, height, 1)
    times = max(1, int((wide - 6) // longest))
    shrink = min(1.0, (wide - 6) / (longest * times))
    across, down = width * times * shrink, height * times * shrink
    place = QRectF(0, 0, round(across), round(down))
    place.moveTo(round((wide - across) / 2), round((high - down) / 2))
    return place, shrink < 1


def _draw_letters(painter: QPainter, area: QRectF, item: ItemPreview) -> None:
    letters = letters_of(plain(item.name) or bare_id(item).rpartition(":")[2])
    room = area.adjusted(_tick_place(area).right() - area.left(), 0, -2, 0) if item.done else area
    tiny = area.width() < tile_px(24) or room.width() < tile_px(20)
    small = room.width() < tile_px(TILE_PX)
    letters = letters[:1] if tiny or (small and letters > "\u2e80") else letters
    size = _letter_size(room.width())
    painter.setFont(Type(size, bold=True).face.font)
    painter.setPen(_letter_colour(item.item or item.name))
    lift = -area.height() / 10 if tile_amount(item) else 0
    lift += area.height() / 8 if item.others > 0 else 0
    painter.drawText(room.translated(0, lift), Qt.AlignmentFlag.AlignCenter, letters)


def _letter_size(side: float) -> Size:
    if side < tile_px(24):
        return Size.CAPTION
    return Size.SMALL if side < tile_px(TILE_PX) else Size.BODY


def _letter_colour(key: str) -> QColor:
    return readable_on(colour("tile"), stable_colour(key).name())


def _draw_rarity(painter: QPainter, area: QRectF, rarity: Rarity) -> None:
    """Dots at the lower left."""
    tint = readable_on(colour("tile"), RARITY_COLOURS[rarity])
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint)
    side = max(3.0, area.width() / 11)
    for place in range(_RARITY_DOTS[rarity]):
        top = area.bottom() - 4 - side - place * (side + 1.5)
        painter.drawEllipse(QRectF(area.left() + 4, top, side, side))


def _draw_done(painter: QPainter, area: QRectF) -> None:
    """A tick in a disc at the upper left."""
    place = _tick_place(area)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("accent"))
    painter.drawEllipse(place)
    draw_icon(painter, "check", colour("accent_ink"), place.adjusted(2, 2, -2, -2))


def _tick_place(area: QRectF) -> QRectF:
    """Where the tick of a tile stands: letters stand beside it."""
    side = round(area.width() * 0.34)
    return QRectF(area.left() + 1, area.top() + 1, side, side)


def draw_amount(painter: QPainter, right: int, base: int, text: str, kind: Type) -> None:
    """Draw an amount or `+N` at the right, on a dark edge so that it reads on any picture."""
    face = kind.face
    wide, rise = ceil(advance(face, text)), ceil(face.metrics.ascent())
    size = (wide + 2, rise + ceil(face.metrics.descent()) + 1)
    key = f"amount{kind.token}{text}"
    put_stamp(painter, right - wide - 4, base - rise, size, key, partial(_draw_amount, text, kind))


def _draw_amount(text: str, kind: Type, painter: QPainter, area: QRectF) -> None:
    del area
    base = ceil(kind.face.metrics.ascent())
    painter.setFont(kind.font)
    painter.setPen(colour("tile"))
    painter.drawText(2, base + 1, text)
    painter.drawText(0, base, text)
    painter.setPen(kind.ink)
    painter.drawText(1, base, text)


def letters_of(name: str) -> str:
    """Two letters that stand for a name: its first two, or one and two of a Chinese name."""
    kept = "".join(c for c in name if c.isalpha()) or "".join(c for c in name if c.isalnum())
    return kept[:1].upper() + kept[1:2].lower() if kept else "?"


def stable_colour(key: str) -> QColor:
    """The same light colour for the same item, in every run."""
    hue = _HUES[zlib.crc32(key.encode("utf-8", "replace")) % len(_HUES)]
    return QColor.fromHsl(hue, 150, 178)


def amount_text(count: int) -> str:
    """An amount of at most four characters: `999`, `12k`, `3M`."""
    if count < 1000:
        return str(count)
    return f"{count // 1000}k" if count < 1_000_000 else f"{min(count // 1_000_000, 999)}M"


def tile_amount(item: ItemPreview) -> str:
    """What stands at the lower right of a tile; empty for a single one."""
    return item.amount or (amount_text(item.count) if item.count > 1 else "")


def spoken_name(item: ItemPreview, texts: Translations) -> str:
    """What a screen reader calls the tile."""
    amount = amount_words(item)
    name = item_name(item, texts)
    return f"{amount} {name}" if amount else name


def tip_of(item: ItemPreview, texts: Translations) -> str:
    """The tool tip of a tile, plain lines."""
    return "\n".join(tooltip_lines(item, texts))
