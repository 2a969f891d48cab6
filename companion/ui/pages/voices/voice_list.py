"""The voices there are: here and, once it was asked, at the service."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from companion.client.voices_state import Busy, Key, VoiceRow, VoicesState
from companion.client.voices_view import voice_rows
from companion.language.translations import Translations
from companion.ui.flow_layout import in_a_row
from companion.ui.icon_and_word import word_button
from companion.ui.pages.voices.parts import Panel, in_order
from companion.ui.pages.voices.voice_row import VoiceRowView
from companion.ui.pages.voices_desk import VoicesDesk
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

_TOLD = (Busy.LISTING, Busy.SAMPLING, Busy.DELETING, Busy.KEEPING)


class VoiceList(Panel):
    """Rows are kept while their voice stays as it is, with what is typed in them. GUI thread."""

    def __init__(self, texts: Translations, desk: VoicesDesk) -> None:
        super().__init__("voices:list", texts, "ui.voices.list")
        self._desk = desk
        self._rows: dict[VoiceRow, VoiceRowView] = {}
        self._none = Words(texts.text("ui.voices.none"), Style(token="muted"))
        self._standing = Words(style=Style(Size.SMALL, "muted"))
        self._standing.setObjectName("voices:listed")
        self._ask = word_button("voices:ask", texts.text("ui.voices.ask"))
        self._ask.clicked.connect(desk.ask_service)
        self._stop = word_button("voices:stop_asking", texts.text("ui.voices.stop"))
        self._stop.clicked.connect(desk.stop)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(2 * GRID)
        self.column.addWidget(self._none)
        self.column.addLayout(self._lines)
        self.column.addWidget(in_a_row(self._ask, self._stop))
        self.column.addWidget(self._standing)

    def show_voices(self, state: VoicesState) -> None:
        """Draw the voices, and how the service stands."""
        rows = voice_rows(state)
        self._none.setVisible(state.book is not None and not rows)
        self._fill(rows)
        for view in self._rows.values():
            view.show_voices(state)
        self._ask.setEnabled(state.key is Key.THERE and state.busy is Busy.NOTHING)
        self._stop.setVisible(state.can_stop and state.busy in _TOLD)
        self._standing.say(self._words(state), "waiting" if state.busy in _TOLD else "muted")

    def _words(self, state: VoicesState) -> str:
        text = self.texts.text
        if state.busy in _TOLD:
            return text(f"ui.voices.busy.{state.busy.value}")
        if state.remote is None:
            return text("ui.voices.unasked")
        return text("ui.voices.listed", count=str(len(state.remote)))

    def _fill(self, rows: tuple[VoiceRow, ...]) -> None:
        if tuple(self._rows) == rows:
            return
        views = {
            row: self._rows.get(row) or VoiceRowView(row, self.texts, self._desk) for row in rows
        }
        for row, view in self._rows.items():
            self._lines.removeWidget(view)
            if row not in views:
                view.hide()
                view.deleteLater()
        for view in views.values():
            self._lines.addWidget(view)
            view.show()
        self._rows = views
        in_order(*(stop for view in views.values() for stop in view.stops), self._ask, self._stop)
