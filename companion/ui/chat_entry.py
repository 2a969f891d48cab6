"""One entry of the chat log: own words as a bubble, the companion's words, a card, a notice."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.client.state import Entry, Speaker
from companion.language.translations import Translations
from companion.ui.cards.renderer import CardWidget
from companion.ui.clipped import clipped
from companion.ui.icon_and_word import icon_button
from companion.ui.icons import IconMark
from companion.ui.sentences import spoken_note
from companion.ui.theme import GRID, RADIUS, Size, colour
from companion.ui.words import Style, Words


class Bubble(QWidget):
    """The player's own words, at the right."""

    def __init__(self, words: str, note: str) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(0)
        if note:
            column.addWidget(Words(note, Style(Size.CAPTION, "muted")))
        column.addWidget(Words(words))
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground, with a corner towards the speaker."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("own"))
        area = QRectF(self.rect())
        painter.drawRoundedRect(area, RADIUS, RADIUS)
        corner = QRectF(area.right() - RADIUS, area.bottom() - RADIUS, RADIUS, RADIUS)
        painter.drawRoundedRect(corner, 2, 2)


class EntryWidget(QWidget):
    """An entry with its words and, below them, its card. GUI thread.

    Attributes:
        card: The widget of its card, which shows by itself what becomes of the card.
    """

    reshaped = Signal(int)
    """Its id, when what is in it needs another height than it has."""

    def __init__(
        self,
        entry: Entry,
        translations: Translations,
        card: CardWidget | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.card = card
        self._id = entry.id
        self.setObjectName(f"entry:{entry.id}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        words = clipped(translations.render(entry.words))
        self._words = words
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        copy = QAction(translations.text("ui.copy"), self)
        copy.triggered.connect(self._copy)
        self.addAction(copy)
        if words and not (card is not None and card.accessibleName() == words):
            column.addLayout(_said(entry, words, translations))
        self._texts = translations
        self._card_row = QHBoxLayout()
        self._card_row.setSpacing(GRID)
        if card is not None:
            self._card_row.addWidget(card, 1)
            column.addLayout(self._card_row)

    def offer_pin(self, does: Callable[[], None]) -> None:
        """Put a pin beside the card.

        Args:
            does: Called when it is pressed.
        """
        pin = icon_button("pin", "pin", self._texts.text("ui.pinned.pin"))
        pin.clicked.connect(does)
        self._card_row.addWidget(pin, 0, Qt.AlignmentFlag.AlignTop)

    def event(self, event: QEvent) -> bool:
        """Tell when another height is needed."""
        done = super().event(event)
        is_asked = event.type() == QEvent.Type.LayoutRequest
        if is_asked and self.heightForWidth(self.width()) != self.height():
            self.reshaped.emit(self._id)
        return done

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._words)


def _said(entry: Entry, words: str, translations: Translations) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(2 * GRID)
    if entry.speaker is Speaker.PLAYER:
        row.addStretch(1)
        row.addWidget(Bubble(words, spoken_note(entry, translations)))
        return row
    if entry.failed:
        row.addWidget(IconMark("warning", "failed", 18), 0, Qt.AlignmentFlag.AlignTop)
    muted = entry.speaker is Speaker.NOTICE and not entry.failed
    style = Style(Size.SMALL, "muted") if muted else Style()
    row.addWidget(Words(words, style), 1)
    return row
