"""An item as a tile: two letters in a stable colour, the amount at the lower right."""

from __future__ import annotations

import zlib

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel

from companion.language.legacy_codes import plain
from companion.protocol.cards.item import ItemPreview
from companion.ui.theme import RADIUS_SMALL, Size, colour, faint, readable_on, type_font
from companion.ui.tooltips import tooltip

TILE_PX = 40
"""Pixels of one tile at scale 1; others are whole multiples of 8 (a Minecraft half block)."""
_HUES = (36, 12, 340, 280, 222, 196, 168, 138, 88, 54)


class ItemTile(QLabel):
    """One item's tile; a label to screen readers, named after item and amount."""

    def __init__(self, item: ItemPreview, side: int = TILE_PX) -> None:
        super().__init__()
        self._item = item
        self.setFixedSize(side, side)
        self.setAccessibleName(spoken_name(item))
        self.setToolTip(tooltip("\n".join(part for part in (spoken_name(item), item.item) if part)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw tile, letters and amount."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(faint())
        painter.setBrush(colour("tile"))
        painter.drawRoundedRect(area, RADIUS_SMALL, RADIUS_SMALL)
        self._draw_letters(painter)
        if self._item.count > 1:
            self._draw_amount(painter, amount_text(self._item.count))

    def _draw_letters(self, painter: QPainter) -> None:
        letters = letters_of(plain(self._item.name))
        small = self.width() < TILE_PX
        painter.setFont(type_font(self.font(), Size.SMALL if small else Size.BODY, bold=True))
        key = self._item.item or self._item.name
        painter.setPen(readable_on(colour("tile"), stable_colour(key).name()))
        lift = -4 if self._item.count > 1 else 0
        area = QRectF(self.rect()).translated(0, lift)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, letters)

    def _draw_amount(self, painter: QPainter, amount: str) -> None:
        font = type_font(self.font(), Size.CAPTION, bold=True)
        path = QPainterPath()
        path.addText(0, 0, font, amount)
        path.translate(self.width() - 4 - path.boundingRect().right(), self.height() - 5)
        painter.strokePath(path, QPen(colour("tile"), 3))
        painter.fillPath(path, colour("ink"))


def letters_of(name: str) -> str:
    """Two letters that stand for a name: its first two, or one and two of a Chinese name."""
    kept = "".join(c for c in name if c.isalpha()) or "".join(c for c in name if c.isalnum())
    return kept[:1].upper() + kept[1:2].lower() if kept else "?"


def stable_colour(key: str) -> QColor:
    """The same light colour for the same item, in every run."""
    hue = _HUES[zlib.crc32(key.encode()) % len(_HUES)]
    return QColor.fromHsl(hue, 150, 178)


def amount_text(count: int) -> str:
    """An amount of at most four characters: `999`, `12k`, `3M`."""
    if count < 1000:
        return str(count)
    return f"{count // 1000}k" if count < 1_000_000 else f"{min(count // 1_000_000, 999)}M"


def spoken_name(item: ItemPreview) -> str:
    """What a screen reader calls the tile."""
    name = plain(item.name)
    return f"{item.count} {name}" if item.count > 1 else name
