"""A switch with a tick in it: on and off differ in more than a colour."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton

from companion.ui.icons import draw_icon
from companion.ui.theme import colour


class TickBox(QCheckBox):
    """Drawn by the style sheet, with the tick of our icons. GUI thread."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box and its words, then the tick."""
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        box = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        draw_icon(QPainter(self), "check", colour("accent_ink"), QRectF(box).adjusted(2, 2, -2, -2))
