"""The voice that was just made: heard, then kept or deleted."""

from __future__ import annotations

from companion.client.voices_state import Busy, VoicesState
from companion.language.translations import Translations
from companion.ui.flow_layout import in_a_row
from companion.ui.icon_and_word import word_button
from companion.ui.pages.voices.asking import Answer, Asking
from companion.ui.pages.voices.parts import Panel
from companion.ui.pages.voices_desk import VoicesDesk
from companion.ui.words import Style, Words


class MadePanel(Panel):
    """There while a voice is neither kept nor deleted; it is written down in any case."""

    def __init__(self, texts: Translations, desk: VoicesDesk) -> None:
        super().__init__("voices:made", texts, "ui.voices.made.title")
        text = texts.text
        self._voice = self._name = ""
        self._line = Words(style=Style(token="muted"))
        self._hear = word_button("voices:hear", text("ui.voices.hear_again"))
        self._keep = word_button("voices:done", text("ui.voices.keep"), "primary")
        self._delete = word_button("voices:undo", text("ui.voices.delete"), "quiet")
        yes = Answer(
            "voices:undo_yes",
            text("ui.voices.delete_there"),
            lambda: desk.delete(self._voice),
            "danger",
        )
        self._sure = Asking(self._delete, (yes,), ("voices:undo_no", text("ui.voices.delete_no")))
        self.column.addWidget(self._line)
        self.column.addWidget(in_a_row(self._keep, self._hear, self._delete))
        self.column.addWidget(self._sure)
        self._hear.clicked.connect(desk.hear)
        self._keep.clicked.connect(desk.done)
        self._delete.clicked.connect(self._ask)
        self.hide()

    def show_voices(self, state: VoicesState) -> None:
        """Draw the voice, if there is one."""
        is_new = bool(state.made) and state.made != self._voice
        self._voice = state.made
        self.setVisible(bool(state.made))
        if not state.made or state.book is None:
            self._sure.hide()
            return
        name = next((v.name for v in state.book.voices if v.id == state.made), "")
        self._draw(state, name or state.made)
        if is_new:
            self._keep.setFocus()

    def _draw(self, state: VoicesState, name: str) -> None:
        text, has_sound = self.texts.text, state.preview == state.made
        self._name = name
        self.title.say(text("ui.voices.made", name=name))
        self.setAccessibleName(text("ui.voices.made", name=name))
        self._line.say(text("ui.voices.made.line" if has_sound else "ui.voices.made.mute"))
        self._hear.setVisible(has_sound)
        words = text("ui.voices.hush" if state.is_playing else "ui.voices.hear_again")
        self._hear.setText(words)
        self._hear.setAccessibleName(words)
        is_free = state.busy is Busy.NOTHING
        self._delete.setEnabled(is_free)
        self._sure.allow(is_free=is_free)

    def _ask(self) -> None:
        self._sure.ask(self.texts.text("ui.voices.sure", name=self._name))
