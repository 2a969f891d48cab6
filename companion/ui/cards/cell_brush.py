"""What the cells of a grid are drawn with: the ground they share, and their words in one go.

A grid of 64 cells is drawn in a frame, so what is the same for all is looked up once, and a font
and an ink are taken up once for all the words that have them.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter

from companion.ui.cards.item_tile import TILE_PX
from companion.ui.cards.lettering import Type, advance
from companion.ui.cards.painted_entry import Touch
from companion.ui.cards.painting import draw_focus, draw_ground
from companion.ui.cards.stamps import stamp
from companion.ui.theme import GRID, tile_px


class CellBrush:
    """For cells of one size, in the look of the moment.

    Args:
        painter: On any device.
        size: Width and height of a cell.

    Attributes:
        side: Pixels of an item's tile.
        inset: From a cell's left edge to its tile.
        room: Pixels that words have.
    """

    def __init__(self, painter: QPainter, size: tuple[int, int]) -> None:
        self.painter = painter
        self.side = tile_px(TILE_PX)
        self.inset = (size[0] - self.side) // 2
        self.room = size[0] - 4 - 2 * GRID
        self._size = size
        self._still = stamp(painter, size, "cell", _draw_still_ground)
        self._words: dict[int, tuple[Type, list[tuple[QPoint, str]]]] = {}

    def draw_ground(self, left: int, top: int, touch: Touch) -> None:
        """Draw what a cell stands on, with its upper left corner at a place."""
        if touch.is_still:
            self.painter.drawPixmap(left, top, self._still)
            return
        ground = QRectF(left, top, *self._size).adjusted(2, 2, -2, -2)
        draw_ground(self.painter, ground, "own" if touch.down else "raised", rim=touch.hover)
        if touch.focus:
            draw_focus(self.painter, ground)

    def write(self, left: int, top: float, text: str, kind: Type) -> float:
        """Have a line written in the middle of the room; returns where the next one begins."""
        face = kind.face
        wide = advance(face, text)
        if wide > self.room:
            text = face.metrics.elidedText(text, Qt.TextElideMode.ElideRight, self.room)
            wide = advance(face, text)
        base = round(top + face.step / 2 + face.rise)
        place = QPoint(left + round((self.room - wide) / 2), base)
        if (written := self._words.get(id(kind))) is None:  # quicker than by what it is
            written = self._words[id(kind)] = (kind, [])
        written[1].append((place, text))
        return top + face.step

    def write_all(self) -> None:
        """Write the lines of all cells."""
        painter = self.painter
        for kind, lines in self._words.values():
            painter.setFont(kind.face.font)
            painter.setPen(kind.ink)
            for place, text in lines:
                painter.drawText(place, text)
        self._words.clear()


def _draw_still_ground(painter: QPainter, area: QRectF) -> None:
    draw_ground(painter, area.adjusted(2, 2, -2, -2), "raised")
