"""The page of voices: describe one, hear it, keep it; who speaks with which."""

from __future__ import annotations

from companion.client.state import ClientState
from companion.client.voices_state import Busy, Key, VoicesState
from companion.client.voices_view import characters_in
from companion.language.translations import Translations
from companion.ui.flow_layout import in_a_row
from companion.ui.icon_and_word import word_button
from companion.ui.pages.desk import PageDesk
from companion.ui.pages.page import Page
from companion.ui.pages.voices.bindings import BindingsPanel
from companion.ui.pages.voices.design import DesignPanel
from companion.ui.pages.voices.made import MadePanel
from companion.ui.pages.voices.parts import Panel
from companion.ui.pages.voices.voice_list import VoiceList
from companion.ui.sentences import failure_sentence
from companion.ui.words import Style, Words


class VoicesPage(Page):
    """Draws `VoicesState`; what is typed stays while it changes. GUI thread."""

    def __init__(self, translations: Translations, desk: PageDesk) -> None:
        super().__init__("voices", translations)
        self._desk = desk.voices
        self._state = VoicesState()
        self._client = ClientState()
        self._fault = Words(style=Style(token="failed"))
        self._fault.setObjectName("voices:fault")
        self._keyless = self._without_key()
        self._design = DesignPanel(translations, self._desk)
        self._made = MadePanel(translations, self._desk)
        self._list = VoiceList(translations, self._desk)
        self._bindings = BindingsPanel(translations, self._desk)
        self._desk.told.connect(self.show_voices)
        column = self.fresh()
        column.addWidget(self._fault)
        for part in (self._made, self._keyless, self._design, self._list, self._bindings):
            column.addWidget(part)
        column.addStretch(1)
        self.show_voices(self._state)

    def opened(self) -> None:
        """Read the book anew."""
        self._desk.look()

    def show_state(self, state: ClientState) -> None:
        """Take whose voice was heard in this conversation."""
        if state.cards is not self._client.cards:
            self._client = state
            self._bindings.show_characters(characters_in(state, self._state.book))

    def show_voices(self, state: VoicesState) -> None:
        """Draw how it stands."""
        self._state = state
        self._say_fault(state)
        self._keyless.setVisible(state.key is Key.MISSING)
        self._design.setVisible(state.key is not Key.MISSING)
        for part in (self._design, self._made, self._list, self._bindings):
            part.show_voices(state)
        self._bindings.show_characters(characters_in(self._client, state.book))

    def _say_fault(self, state: VoicesState) -> None:
        """One reason at a time, with its next step."""
        reason, detail = state.reason, state.detail
        said, token = (self.texts.render(state.note) if state.note else ""), "muted"
        if state.unread is not None:
            reason, detail = state.unread, state.unread_detail
        if reason is not None:
            said, token = failure_sentence(reason, detail, self.texts), "failed"
        is_new = said != self._fault.text()
        self._fault.say(said, token)
        self._fault.setVisible(bool(said))
        if said and is_new and state.busy is Busy.NOTHING:
            self.area.ensureWidgetVisible(self._fault)

    def _without_key(self) -> Panel:
        panel, text = Panel("voices:keyless", self.texts, "ui.voices.design"), self.texts.text
        panel.column.addWidget(Words(text("ui.voices.no_key"), Style(token="muted")))
        go = word_button("voices:settings", text("ui.voices.no_key.go"), "primary")
        go.clicked.connect(self._desk.open_settings)
        panel.column.addWidget(in_a_row(go))
        return panel
