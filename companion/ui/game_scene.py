"""A painted bright landscape of blocks: what stands behind the overlay in pictures."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter

BLOCK_PX = 32
_HILLS = (
    # Base line and height as shares of the picture, wave length in blocks, colour.
    (0.52, 0.16, 13.0, "#8fb7a4"),
    (0.62, 0.13, 9.0, "#76a765"),
    (0.74, 0.10, 7.0, "#5f9648"),
)


def game_scene(size: QSize) -> QImage:
    """Paint the landscape; the same one every time."""
    image = QImage(size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    _sky(painter, size)
    for number, hill in enumerate(_HILLS):
        _hill(painter, size, number, hill)
    _trees(painter, size)
    _hotbar(painter, size)
    painter.end()
    return image


def _sky(painter: QPainter, size: QSize) -> None:
    fade = QLinearGradient(QPointF(0, 0), QPointF(0, size.height() * 0.7))
    fade.setColorAt(0, QColor("#6fa8e8"))
    fade.setColorAt(1, QColor("#d8ecf6"))
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), fade)
    painter.fillRect(QRectF(size.width() * 0.34, size.height() * 0.1, 72, 72), QColor("#fff4c8"))
    for left, top, wide in ((0.06, 0.14, 5), (0.46, 0.22, 6), (0.86, 0.58, 4)):
        area = QRectF(size.width() * left, size.height() * top, wide * BLOCK_PX, BLOCK_PX * 0.8)
        painter.fillRect(area, QColor(255, 255, 255, 190))


def _hill(
    painter: QPainter, size: QSize, number: int, hill: tuple[float, float, float, str]
) -> None:
    base, height, wave, colour = hill
    for column in range(size.width() // BLOCK_PX + 1):
        rise = math.sin(column / wave * math.tau + number * 2.1) + 0.4 * math.sin(
            column / 2.3 + number
        )
        top = (base - height * rise / 2) * size.height()
        top = round(top / BLOCK_PX) * BLOCK_PX
        left = column * BLOCK_PX
        ground = QColor(colour)
        if (column * 7 + number * 3) % 5 == 0:
            ground = ground.lighter(104)
        painter.fillRect(QRectF(left, top, BLOCK_PX, size.height() - top), ground)
        painter.fillRect(QRectF(left, top, BLOCK_PX, 8), ground.lighter(116))


def _trees(painter: QPainter, size: QSize) -> None:
    for left, top, scale in ((0.08, 0.50, 1.2), (0.24, 0.58, 1.0), (0.55, 0.56, 1.1)):
        unit = BLOCK_PX * scale
        x, y = size.width() * left, size.height() * top
        painter.fillRect(QRectF(x + unit, y + unit * 2, unit * 0.6, unit * 3), QColor("#6b4a2c"))
        painter.fillRect(QRectF(x, y, unit * 2.6, unit * 2), QColor("#3f7a34"))
        painter.fillRect(
            QRectF(x + unit * 0.5, y - unit * 0.8, unit * 1.6, unit), QColor("#4c8a3e")
        )


def _hotbar(painter: QPainter, size: QSize) -> None:
    slot, slots = 44, 9
    left = (size.width() - slot * slots) / 2
    top = size.height() - slot - 8
    painter.setPen(QColor(0, 0, 0, 170))
    for number in range(slots):
        area = QRectF(left + number * slot, top, slot, slot)
        painter.fillRect(area, QColor(40, 40, 40, 130))
        painter.drawRect(area)
    painter.setPen(Qt.PenStyle.NoPen)
    middle = QPointF(size.width() / 2, size.height() / 2)
    painter.fillRect(QRectF(middle.x() - 8, middle.y() - 1, 16, 2), QColor(255, 255, 255, 200))
    painter.fillRect(QRectF(middle.x() - 1, middle.y() - 8, 2, 16), QColor(255, 255, 255, 200))
