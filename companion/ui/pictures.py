"""Pictures of window and overlay, on any platform, also without a screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QApplication, QWidget

from companion.ui.game_scene import game_scene
from companion.ui.overlay_place import MARGIN_PX
from companion.ui.theme import RADIUS

GAME_SIZE = (1280, 720)
BESIDE_SIZE = (1480, 900)


def settle() -> None:
    """Let layouts and scroll bars come to rest; handles what is waiting, no clicks or keys."""
    for _ in range(3):
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        QApplication.processEvents()


def grab(widget: QWidget, scale: int = 1) -> QImage:
    """A widget as it stands, transparent where it is.

    Args:
        widget: Also one that is hidden.
        scale: Pixels of the picture a pixel of the screen.
    """
    settle()
    image = QImage(widget.size() * scale, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.transparent)
    flags = QWidget.RenderFlag.DrawChildren
    if not widget.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground):
        flags |= QWidget.RenderFlag.DrawWindowBackground
    painter = QPainter(image)
    widget.render(painter, QPoint(), renderFlags=flags)
    painter.end()
    image.setDevicePixelRatio(1)
    return image


def over_game(overlay: QWidget, size: tuple[int, int] = GAME_SIZE) -> QImage:
    """The overlay in the upper right corner of a game; the game alone when it is hidden."""
    scene = game_scene(QSize(*size))
    if overlay.isVisible():
        painter = QPainter(scene)
        _put_overlay(painter, grab(overlay), size)
        painter.end()
    return scene


def beside_game(window: QWidget, overlay: QWidget, size: tuple[int, int] = BESIDE_SIZE) -> QImage:
    """The window at the left and the overlay at the right of a game."""
    scene = game_scene(QSize(*size))
    painter = QPainter(scene)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    picture = grab(window)
    corner = QPointF(2 * MARGIN_PX - 12, (size[1] - picture.height()) / 2)
    frame = QPainterPath()
    frame.addRoundedRect(QRectF(corner, picture.size().toSizeF()), RADIUS, RADIUS)
    _shadow(painter, frame.boundingRect())
    painter.setClipPath(frame)
    painter.drawImage(corner, picture)
    painter.setClipping(False)
    if overlay.isVisible():
        _put_overlay(painter, grab(overlay), size)
    painter.end()
    return scene


def save(image: QImage, path: Path) -> None:
    """Write a picture; the name ends in `.png`.

    Raises:
        OSError: It cannot be written.
    """
    if not image.save(str(path)):
        raise OSError(f"{path.name} could not be written")


def _put_overlay(painter: QPainter, picture: QImage, size: tuple[int, int]) -> None:
    painter.drawImage(QPointF(size[0] - picture.width() - MARGIN_PX, MARGIN_PX), picture)


def _shadow(painter: QPainter, area: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for grow in range(1, 18, 2):
        painter.setBrush(QColor(0, 0, 0, 12))
        painter.drawRoundedRect(
            area.adjusted(-grow, -grow + 4, grow, grow + 4), RADIUS + grow, RADIUS + grow
        )
