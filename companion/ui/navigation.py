"""The column at the left: what the program does, with line icons."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from companion.language.translations import Translations
from companion.ui.icons import draw_icon
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, RADIUS_SMALL, Size, colour, type_font

WIDTH_PX = 180
ROW_PX = 38


@dataclass(frozen=True, slots=True)
class Place:
    """One entry; its label is `ui.nav.<id>`, and what a press says is `ui.nav.<id>.say`."""

    id: str
    icon: str


PLACES = (
    Place("chat", "chat"),
    Place("quests", "quests"),
    Place("next", "next"),
    Place("help", "help"),
)


class PlaceButton(QPushButton):
    """One entry, with a count where something is open."""

    def __init__(self, place: Place, label: str) -> None:
        super().__init__(label)
        self._place = place
        self._count = 0
        self._label = label
        self.current = False
        self.setObjectName(f"nav:{place.id}")
        self.setAccessibleName(label)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumHeight(ROW_PX)

    def show_count(self, count: int) -> None:
        """Show how many are open; nothing for 0."""
        if count != self._count:
            self._count = count
            self.setAccessibleName(f"{self._label}, {count}" if count else self._label)
            self.update()

    def sizeHint(self) -> QSize:
        """A full row."""
        return QSize(WIDTH_PX - 4 * GRID, ROW_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground, icon, label and count."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.current or self.underMouse() or self.isDown():
            painter.setBrush(colour("raised"))
            painter.drawRoundedRect(area, RADIUS_SMALL, RADIUS_SMALL)
        token = "ink" if self.current else "muted"
        draw_icon(
            painter,
            self._place.icon,
            colour("accent" if self.current else "muted"),
            QRectF(area.left() + 10, area.center().y() - 10, 20, 20),
        )
        painter.setPen(colour(token))
        painter.setFont(type_font(self.font(), Size.BODY))
        words = area.adjusted(42, 0, -8, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self._label)
        if self._count:
            self._draw_count(painter, area)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour("accent"), 2))
            painter.drawRoundedRect(area, RADIUS_SMALL, RADIUS_SMALL)

    def _draw_count(self, painter: QPainter, area: QRectF) -> None:
        font = type_font(self.font(), Size.CAPTION, bold=True)
        text = str(self._count) if self._count < 1000 else "999+"
        width = max(20, QFontMetrics(font).horizontalAdvance(text) + 12)
        badge = QRectF(area.right() - width - 8, area.center().y() - 9, width, 18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("accent"))
        painter.drawRoundedRect(badge, 9, 9)
        painter.setPen(colour("accent_ink"))
        painter.setFont(font)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)


class Navigation(QFrame):
    """All entries. GUI thread."""

    chosen = Signal(str)
    """The `id` of a place."""

    def __init__(self, translations: Translations) -> None:
        super().__init__()
        of_kind(self, "bar")
        self.setObjectName("navigation")
        self.setFixedWidth(WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 3 * GRID, 2 * GRID, 3 * GRID)
        column.setSpacing(GRID // 2)
        self._buttons: dict[str, PlaceButton] = {}
        for place in PLACES:
            button = PlaceButton(place, translations.text(f"ui.nav.{place.id}"))
            button.clicked.connect(self._clicked)
            self._buttons[place.id] = button
            column.addWidget(button)
        column.addStretch(1)
        self._buttons["chat"].current = True

    def show_open(self, quests: int) -> None:
        """Show how many quests are open."""
        self._buttons["quests"].show_count(quests)

    def _clicked(self) -> None:
        self.chosen.emit(self.sender().objectName().removeprefix("nav:"))
