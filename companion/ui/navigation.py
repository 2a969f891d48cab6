"""The workbench at the left: what the modules of client and world contribute, with line icons."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from companion.client.workbench import EntryView
from companion.language.translations import Translations
from companion.ui.icons import draw_icon, has_icon
from companion.ui.look import LOOK_CHANGES, look
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, RADIUS_SMALL, Size, colour, scaled, type_font
from companion.ui.tooltips import tooltip

WIDTH_PX = 180
ROW_PX = 38
COUNT_PX = 40
QUESTS = "system:quests"
"""The entry that counts what is open."""


class PlaceButton(QPushButton):
    """One entry, with a count where something is open."""

    def __init__(self, entry: EntryView, label: str) -> None:
        super().__init__()
        self.entry = entry
        self._icon = entry.icon if has_icon(entry.icon) else "unknown"
        self._count = 0
        self._label = label
        self._current = False
        self.setObjectName(f"nav:{entry.id}")
        self.setAccessibleName(label)
        self.setToolTip(tooltip(label))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumHeight(scaled(ROW_PX))

    def show_count(self, count: int) -> None:
        """Show how many are open; nothing for 0."""
        if count != self._count:
            self._count = count
            self.setAccessibleName(f"{self._label}, {count}" if count else self._label)
            self.update()

    def show_current(self, *, current: bool) -> None:
        """Mark the entry whose page is open."""
        if current != self._current:
            self._current = current
            self.setAccessibleDescription(self._label if current else "")
            self.update()

    def sizeHint(self) -> QSize:
        """A full row."""
        return QSize(scaled(WIDTH_PX) - 4 * GRID, scaled(ROW_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground, icon, label and count."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if self._current or self.underMouse() or self.isDown():
            painter.setBrush(colour("raised"))
            painter.drawRoundedRect(area, RADIUS_SMALL, RADIUS_SMALL)
        token = "ink" if self._current else "muted"
        draw_icon(
            painter,
            self._icon,
            colour("accent" if self._current else "muted"),
            QRectF(area.left() + 10, area.center().y() - 10, 20, 20),
        )
        painter.setPen(colour(token))
        painter.setFont(type_font(self.font(), Size.BODY))
        words = area.adjusted(42, 0, -8, 0)
        if self._count:
            words.setRight(words.right() - scaled(COUNT_PX))
        shown = painter.fontMetrics().elidedText(
            self._label, Qt.TextElideMode.ElideRight, int(words.width())
        )
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, shown)
        if self._count:
            self._draw_count(painter, area)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour("accent"), 2))
            painter.drawRoundedRect(area, RADIUS_SMALL, RADIUS_SMALL)

    def _draw_count(self, painter: QPainter, area: QRectF) -> None:
        font = type_font(self.font(), Size.CAPTION, bold=True)
        text = str(self._count) if self._count < 1000 else "999+"
        width = max(scaled(20), QFontMetrics(font).horizontalAdvance(text) + 12)
        badge = QRectF(
            area.right() - width - 8, area.center().y() - 9 * look().scale, width, scaled(18)
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("accent"))
        painter.drawRoundedRect(badge, 9, 9)
        painter.setPen(colour("accent_ink"))
        painter.setFont(font)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)


class Navigation(QFrame):
    """All entries without a heading, in their order. GUI thread."""

    chosen = Signal(str)
    """The id of an entry."""

    def __init__(self, translations: Translations) -> None:
        super().__init__()
        of_kind(self, "bar")
        self.setObjectName("navigation")
        self.setAccessibleName(translations.text("ui.nav"))
        self.setFixedWidth(scaled(WIDTH_PX))
        self._texts = translations
        self._shown: tuple[EntryView, ...] = ()
        self._buttons: Mapping[str, PlaceButton] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(2 * GRID, 3 * GRID, 2 * GRID, 3 * GRID)
        self._column.setSpacing(GRID // 2)
        self._column.addStretch(1)

    def changeEvent(self, event: QEvent) -> None:
        """Keep room for another text size."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self.setFixedWidth(scaled(WIDTH_PX))

    def show_entries(self, entries: tuple[EntryView, ...]) -> None:
        """Offer other entries; the same ones stay as they are."""
        if entries == self._shown:
            return
        self._shown = entries
        before = self._buttons
        kept = {e.id: before[e.id] for e in entries if e.id in before and before[e.id].entry == e}
        for name, button in before.items():
            self._column.removeWidget(button)
            if name not in kept:
                button.hide()
                button.deleteLater()
        self._buttons = {entry.id: kept.get(entry.id) or self._made(entry) for entry in entries}
        for place, button in enumerate(self._buttons.values()):
            self._column.insertWidget(place, button)

    def show_moment(self, current: str, quests: int) -> None:
        """Mark the entry whose page is open, and count the open quests."""
        for name, button in self._buttons.items():
            button.show_current(current=name == current)
            button.show_count(quests if name == QUESTS else 0)

    def _made(self, entry: EntryView) -> PlaceButton:
        button = PlaceButton(entry, self._texts.render(entry.label))
        button.clicked.connect(self._clicked)
        return button

    def _clicked(self) -> None:
        self.chosen.emit(self.sender().objectName().removeprefix("nav:"))
