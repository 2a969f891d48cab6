"""A small rounded label in the header or the voice strip, with an icon where it has one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from companion.ui.icons import draw_icon
from companion.ui.look import LOOK_CHANGES
from companion.ui.theme import GRID, Size, colour, faint, scaled, type_font
from companion.ui.tooltips import tooltip

HEIGHT_PX = 26
WIDEST_PX = 220
_ICON_PX = 14


class Chip(QLabel):
    """Shows one short text; longer ones are elided and whole in the tool tip."""

    def __init__(self, icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self.setTextFormat(Qt.TextFormat.PlainText)

    def say(self, text: str) -> None:
        """Show a text; an empty one hides the chip."""
        if text != self.text():
            self.setText(text)
            self.setFixedSize(self.sizeHint())
            self.setToolTip(tooltip(text))
        self.setVisible(bool(text))

    def sizeHint(self) -> QSize:
        """Room for icon, text and round ends."""
        width = QFontMetrics(self._font()).horizontalAdvance(self.text()) + 6 * GRID + 3
        return QSize(min(scaled(WIDEST_PX), width + self._icon_room()), scaled(HEIGHT_PX))

    def changeEvent(self, event: QEvent) -> None:
        """Keep room for another text size."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self.setFixedSize(self.sizeHint())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw frame, icon and text."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(faint())
        painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
        inner = area.adjusted(3 * GRID, 0, -3 * GRID, 0)
        if self._icon:
            top = (self.height() - _ICON_PX) / 2
            place = QRectF(inner.left() - 2, top, _ICON_PX, _ICON_PX)
            draw_icon(painter, self._icon, colour("muted"), place)
            inner.setLeft(inner.left() + self._icon_room())
        painter.setPen(colour("muted"))
        painter.setFont(self._font())
        shown = QFontMetrics(self._font()).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, int(inner.width()) + 1
        )
        painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, shown)

    def _icon_room(self) -> int:
        return _ICON_PX + GRID if self._icon else 0

    def _font(self) -> QFont:
        return type_font(self.font(), Size.SMALL)
