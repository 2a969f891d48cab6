"""A place of a recipe: an item that can be asked about, or nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from companion.cards.view import BoundSlot
from companion.ui.cards.item_tile import draw_tile, spoken_name, tip_of
from companion.ui.cards.painting import draw_focus
from companion.ui.cards.pressed_item import item_choice
from companion.ui.cards.scope import CardScope
from companion.ui.look import LOOK_CHANGES
from companion.ui.theme import colour, faint, tile_px
from companion.ui.tooltips import tooltip


class SlotButton(QAbstractButton):
    """An item of a recipe; a press asks where it comes from (CARD-057). GUI thread.

    Args:
        slot: The item.
        side: Pixels.
        scope: Texts, pictures and what may be pressed.
        where: Its place in words, where the same item may have several; empty otherwise.
    """

    def __init__(self, slot: BoundSlot, side: int, scope: CardScope, where: str = "") -> None:
        super().__init__()
        self._item = slot.item
        self._side = side
        self._scope = scope
        self._choice = item_choice(slot.item)
        self.setFixedSize(self.sizeHint())
        name = spoken_name(slot.item, scope.translations)
        others = f"+{slot.item.others}" if slot.item.others else ""
        said = scope.text("ui.comma").join(filter(None, (name, others, where)))
        self.setAccessibleName(scope.text("ui.item.press", item=said))
        tip = "\n".join(slot.tooltip) or tip_of(slot.item, scope.translations)
        self.setToolTip(tooltip(tip))
        self.setEnabled(self._choice is not None and scope.offers(self._choice.action))
        self.setFocusPolicy(scope.focus_policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        if self.isEnabled():
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._press)

    def sizeHint(self) -> QSize:
        """A square that grows with the text."""
        return QSize(tile_px(self._side), tile_px(self._side))

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self.setFixedSize(self.sizeHint())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the tile, and a ring under mouse or keyboard."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        draw_tile(painter, area, self._item, self._scope.icons)
        if self.hasFocus() or (self.underMouse() and self.isEnabled()):
            draw_focus(painter, area)

    def _press(self) -> None:
        if self._choice is not None:
            self._scope.press(self._choice.action)


class EmptySlot(QWidget):
    """A place where nothing lies."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self._side = side
        self.setFixedSize(tile_px(side), tile_px(side))

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self.setFixedSize(tile_px(self._side), tile_px(self._side))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the hollow."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = colour("tile")
        ground.setAlpha(90)
        painter.setPen(faint())
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
