"""Pictures of what looks the same whenever it is drawn: drawn once, then put where it is wanted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPixmapCache

from companion.ui.look import look_number

Draw = Callable[[QPainter, QRectF], None]
"""Draws into an area of a stamp's size at the origin."""

SMALL_PX, MOST_SMALL = 48, 512
"""Numbers, amounts, marks, tiles: 4 MiB at most."""
MOST_REMEMBERED = 256
_DRAWN: set[tuple[object, ...]] = set()
_SMALL: dict[tuple[object, ...], QPixmap] = {}


def draw_still(painter: QPainter, area: QRectF, key: str, draw: Draw) -> None:
    """Draw what looks the same whenever it is drawn: the second time its picture is taken out.

    Args:
        painter: On any device.
        area: Whole pixels.
        key: Tells everything that the drawing depends on, but for look and size.
        draw: Draws it the first time.
    """
    size = (int(area.width()), int(area.height()))
    put_stamp(painter, int(area.left()), int(area.top()), size, key, draw)


def draw_again(painter: QPainter, area: QRectF, key: str, draw: Draw) -> None:
    """Draw what is large: at its place the first time, as a picture that is kept the second time.

    A picture of a whole grid is megabytes of memory that was never touched, and often in vain.
    The arguments are those of `draw_still`; the area begins at the origin.
    """
    whole = (key, area.width(), area.height(), look_number())
    if whole in _DRAWN:
        draw_still(painter, area, key, draw)
        return
    if len(_DRAWN) >= MOST_REMEMBERED:
        _DRAWN.clear()
    _DRAWN.add(whole)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter, area)


def put_stamp(
    painter: QPainter, left: int, top: int, size: tuple[int, int], key: str, draw: Draw
) -> None:
    """Draw a stamp with its upper left corner at a place; see `draw_still`."""
    painter.drawPixmap(left, top, stamp(painter, size, key, draw))


def stamp(painter: QPainter, size: tuple[int, int], key: str, draw: Draw) -> QPixmap:
    """The picture itself, as dense as what is painted on; see `draw_still`."""
    ratio = painter.device().devicePixelRatioF()
    whole = (key, size, look_number(), ratio)
    pixmap = _SMALL.get(whole)
    return pixmap if pixmap is not None else _kept(whole, size, ratio, draw)


def _kept(whole: tuple[object, ...], size: tuple[int, int], ratio: float, draw: Draw) -> QPixmap:
    """Small pictures are at hand, up to a number; Qt keeps large ones, up to their size."""
    if max(size) <= SMALL_PX:
        if len(_SMALL) >= MOST_SMALL:
            _SMALL.clear()
        return _SMALL.setdefault(whole, _drawn(size, ratio, draw))
    pixmap = QPixmap()
    if not QPixmapCache.find(str(whole), pixmap):
        pixmap = _drawn(size, ratio, draw)
        QPixmapCache.insert(str(whole), pixmap)
    return pixmap


def _drawn(size: tuple[int, int], ratio: float, draw: Draw) -> QPixmap:
    pixmap = QPixmap(round(size[0] * ratio), round(size[1] * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    inner = QPainter(pixmap)
    inner.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(inner, QRectF(0, 0, *size))
    inner.end()
    return pixmap
