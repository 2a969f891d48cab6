"""A small count in a rounded frame."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from companion.ui.look import LOOK_CHANGES
from companion.ui.theme import Size, colour, faint, scaled, type_font

HEIGHT_PX = 20


class Badge(QLabel):
    """A count; filled with the accent where it calls for attention. A label to screen readers."""

    def __init__(self, text: str, *, filled: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filled = filled
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setFixedSize(self.sizeHint())

    def say(self, text: str) -> None:
        """Show another count; nothing is drawn for an empty one."""
        self.setText(text)
        self.setFixedSize(self.sizeHint())
        self.setVisible(bool(text))

    def sizeHint(self) -> QSize:
        """Room for the text and round ends."""
        font = type_font(self.font(), Size.CAPTION, bold=True)
        width = QFontMetrics(font).horizontalAdvance(self.text())
        height = scaled(HEIGHT_PX)
        return QSize(max(height, width + 14), height)

    def changeEvent(self, event: QEvent) -> None:
        """Keep room for another text size."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self.setFixedSize(self.sizeHint())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw frame and count."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self._filled:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("accent"))
        else:
            painter.setPen(faint())
        painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
        painter.setPen(colour("accent_ink" if self._filled else "muted"))
        painter.setFont(type_font(self.font(), Size.CAPTION, bold=True))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self.text())
