"""Node `image`: one of our marks, an item, or a texture of the player's game."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from companion.cards.view import BoundImage, ImageKind
from companion.protocol.cards.item import ItemPreview
from companion.ui.cards.item_icons import ItemIcons
from companion.ui.cards.item_tile import draw_pixels, draw_tile
from companion.ui.cards.scope import CardScope
from companion.ui.icons import draw_icon, has_icon
from companion.ui.look import LOOK_CHANGES
from companion.ui.theme import colour, tile_px
from companion.ui.tooltips import tooltip


class ImageLabel(QLabel):
    """A picture with its words for those who do not see it. GUI thread."""

    def __init__(self, node: BoundImage, scope: CardScope) -> None:
        super().__init__()
        self.setAccessibleName(node.alt)
        self.setToolTip(tooltip(node.alt))
        self._picture = Decoration(node, scope)
        self._picture.setParent(self)
        self.setFixedSize(self._picture.size())

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self.setFixedSize(self._picture.side, self._picture.side)


class Decoration(QWidget):
    """A picture that says nothing. GUI thread."""

    def __init__(self, node: BoundImage, scope: CardScope) -> None:
        super().__init__()
        self._node = node
        self._icons = scope.icons
        self.setFixedSize(self.side, self.side)

    @property
    def side(self) -> int:
        """Pixels at the text size of the moment."""
        return tile_px(self._node.side)

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self.setFixedSize(self.side, self.side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_image(painter, QRectF(self.rect()), self._node, self._icons)


def image_widget(node: BoundImage, scope: CardScope) -> QWidget:
    """The picture."""
    return ImageLabel(node, scope) if node.alt else Decoration(node, scope)


def draw_image(painter: QPainter, area: QRectF, node: BoundImage, icons: ItemIcons) -> None:
    """Draw an image into a square; initials where there is no picture."""
    if node.kind is ImageKind.MARK:
        name = node.name if has_icon(node.name) else "unknown"
        draw_icon(painter, name, colour("muted"), area)
        return
    if node.kind is ImageKind.TEXTURE and (found := icons.texture(node.name)) is not None:
        draw_pixels(painter, area, found)
        return
    draw_tile(painter, area, ItemPreview(node.name, node.alt or _words(node.name)), icons)


def _words(name: str) -> str:
    return name.rpartition(":")[2].rpartition("/")[2].replace("_", " ")
