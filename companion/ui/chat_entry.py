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

    def __init__(self, words: str, note: str, parent: QWidget) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(0)
        if note:
            column.addWidget(Words(note, Style(Size.CAPTION, "muted"), self))
        column.addWidget(Words(words, parent=self))
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

    Args:
        entry: What was said.
        translations: Of the player's language.
        draw: Makes its card in the entry's widget; None for an entry without one.
        parent: Where it stands.

    Attributes:
        card: The widget of its card, which shows by itself what becomes of the card.
    """

    reshaped = Signal(int)
    """Its id, when what is in it needs another height than it has."""

    def __init__(
        self,
        entry: Entry,
        translations: Translations,
        draw: Callable[[QWidget], CardWidget] | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.card = card = draw(self) if draw is not None else None
        self._id = entry.id
        self.setObjectName(f"entry:{entry.id}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        words = clipped(translations.render(entry.words))
        self._words, self._texts = words, translations
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        copy = QAction(translations.text("ui.copy"), self)
        copy.triggered.connect(self._copy)
        self.addAction(copy)
        self._said: Words | None = None
        if words and not (card is not None and card.accessibleName() == words):
            self._said = self._say(column, entry)
        self._card_row = QHBoxLayout()
        self._card_row.setSpacing(GRID)
        if card is not None:
            column.addLayout(self._card_row)
            self._card_row.addWidget(card, 1)

    def offer_pin(self, does: Callable[[], None]) -> None:
        """Put a pin beside the card.

        Args:
            does: Called when it is pressed.
        """
        pin = icon_button("pin", "pin", self._texts.text("ui.pinned.pin"), self)
        pin.clicked.connect(does)
        self._card_row.addWidget(pin, 0, Qt.AlignmentFlag.AlignTop)

    def rewrite(self, words: str) -> bool:
        """Have other words in the same place; false where there is none for them."""
        if self._said is None:
            return False
        self._words = words
        self._said.say(words)
        return True

    def event(self, event: QEvent) -> bool:
        """Tell when another height is needed."""
        done = super().event(event)
        is_asked = event.type() == QEvent.Type.LayoutRequest
        if is_asked and self.heightForWidth(self.width()) != self.height():
            self.reshaped.emit(self._id)
        return done

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._words)

    def _say(self, column: QVBoxLayout, entry: Entry) -> Words | None:
        """Put the words into the column, made in their place; the companion's may change there."""
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        column.addLayout(row)
        if entry.speaker is Speaker.PLAYER:
            row.addStretch(1)
            row.addWidget(Bubble(self._words, spoken_note(entry, self._texts), self))
            return None
        if entry.failed:
            mark = IconMark("warning", "failed", 18, self)
            row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        muted = entry.speaker is Speaker.NOTICE and not entry.failed
        style = Style(Size.SMALL, "muted") if muted else Style()
        said = Words(self._words, style, self)
        row.addWidget(said, 1)
        return said
