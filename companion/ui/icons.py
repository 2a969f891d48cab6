"""Line icons drawn for the project: `resources/icons/<name>.svg`, tinted where they are shown.

A new icon is one SVG of 24 by 24 that draws with `currentColor`.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from companion.support.paths import shipped
from companion.ui.look import LOOK_CHANGES, kept
from companion.ui.theme import colour, scaled


@lru_cache(maxsize=64)
def _drawing(name: str) -> str:
    return (shipped("resources") / "icons" / f"{name}.svg").read_text("utf-8")


@lru_cache(maxsize=128)
def _renderer(name: str, tint: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_drawing(name).replace("currentColor", tint).encode()))


@cache
def has_icon(name: str) -> bool:
    """Whether there is an icon of a name; names are words, never paths."""
    plain = name.replace("_", "").isalnum()
    return plain and (shipped("resources") / "icons" / f"{name}.svg").is_file()


def draw_icon(painter: QPainter, name: str, tint: QColor, area: QRectF) -> None:
    """Draw an icon into a square, in any scale."""
    painter.save()
    painter.setOpacity(painter.opacity() * tint.alphaF())
    _renderer(name, tint.name()).render(painter, area)
    painter.restore()


def icon(name: str, tint: QColor, size: int = 20) -> QIcon:
    """An icon for a button, sharp on screens up to double density."""
    return kept(("icon", name, tint.rgba(), size), partial(_icon, name, tint, size))


def _icon(name: str, tint: QColor, size: int) -> QIcon:
    pixmap = QPixmap(size * 2, size * 2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_icon(painter, name, tint, QRectF(0, 0, size * 2, size * 2))
    painter.end()
    pixmap.setDevicePixelRatio(2)
    return QIcon(pixmap)


class IconMark(QWidget):
    """An icon that only shows something; its meaning stands beside it in words."""

    def __init__(
        self, name: str, token: str = "muted", size: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._token = token
        self._size = size
        self._take_size()

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the words beside it."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self._take_size()

    def _take_size(self) -> None:
        side = scaled(self._size)
        self.setFixedSize(QSize(side, side))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        draw_icon(painter, self._name, colour(self._token), QRectF(self.rect()))
