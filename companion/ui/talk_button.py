"""The round button that is held to talk, for mouse, touch and the space bar."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton

from companion.client.commands import ClientCommands
from companion.client.state import Phase
from companion.ui.icons import draw_icon
from companion.ui.level import share_of
from companion.ui.style_sheet import of_kind
from companion.ui.theme import colour, mixed

SIDE_PX = 48


class TalkButton(QPushButton):
    """A lease like the key's: whatever ends the hold, the release is told. GUI thread."""

    def __init__(self, commands: ClientCommands, name: str) -> None:
        super().__init__()
        self._phase = Phase.IDLE
        self._share = 0.0
        self._commands = commands
        self.setObjectName("talk")
        of_kind(self, "talk")
        self.setAccessibleName(name)
        self.setFixedSize(QSize(SIDE_PX, SIDE_PX))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.pressed.connect(self._down)
        self.released.connect(self._up)

    def show_phase(self, phase: Phase) -> None:
        """Draw what the voice does."""
        if phase is not self._phase:
            self._phase = phase
            self._share = 0.0
            self.update()

    def show_level(self, dbfs: float) -> None:
        """Draw how loud the microphone is, while it listens."""
        if self._phase is Phase.LISTENING:
            self._share = share_of(dbfs)
            self.update()

    def hitButton(self, pos: QPoint) -> bool:
        """Anywhere: a hold does not end because the pointer slipped."""
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        """End a hold when the button goes away."""
        if self.isDown():
            self.setDown(False)
            self._up()
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw disc, microphone, and the level as a ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        accent = colour("accent")
        painter.setPen(Qt.PenStyle.NoPen)
        if self._phase is Phase.LISTENING:
            halo = mixed(accent, colour("background"), 0.55)
            grow = 4 * self._share
            painter.setBrush(halo)
            painter.drawEllipse(area.adjusted(-grow, -grow, grow, grow))
            area = area.adjusted(2, 2, -2, -2)
        ink = colour("ink")
        painter.setBrush(mixed(accent, ink, 0.2) if self.isDown() else accent)
        painter.drawEllipse(area)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ink, 2))
            painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        place = QRectF(0, 0, 22, 22)
        place.moveCenter(area.center())
        draw_icon(painter, "microphone", colour("accent_ink"), place)

    def _down(self) -> None:
        self._commands.talk_down()

    def _up(self) -> None:
        self._commands.talk_up()
