"""Pictures of what looks the same whenever it is drawn: drawn once, then put where it is wanted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPixmapCache

from companion.ui.look import look_number

Draw = Callable[[QPainter, QRectF], None]
"""Draws into an area of a stamp's size at the origin."""


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


def put_stamp(
    painter: QPainter, left: int, top: int, size: tuple[int, int], key: str, draw: Draw
) -> None:
    """Draw a stamp with its upper left corner at a place; see `draw_still`."""
    ratio = painter.device().devicePixelRatioF()
    whole = f"{look_number()}|{ratio}|{size[0]}x{size[1]}|{key}"
    pixmap = QPixmap()
    if not QPixmapCache.find(whole, pixmap):
        pixmap = _drawn(size, ratio, draw)
        QPixmapCache.insert(whole, pixmap)
    painter.drawPixmap(left, top, pixmap)


def _drawn(size: tuple[int, int], ratio: float, draw: Draw) -> QPixmap:
    pixmap = QPixmap(round(size[0] * ratio), round(size[1] * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    inner = QPainter(pixmap)
    inner.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(inner, QRectF(0, 0, *size))
    inner.end()
    return pixmap
