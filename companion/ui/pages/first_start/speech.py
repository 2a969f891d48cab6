"""Who hears and who speaks: this computer unless the player has keys of a service."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton

from companion.client.first_start.steps import Step
from companion.client.state import ClientState
from companion.support.errors import Failure
from companion.support.secrets import DASHSCOPE_API_KEY, Source
from companion.ui.icon_and_word import word_button
from companion.ui.pages.first_start.part_row import PartRow
from companion.ui.pages.first_start.step import StepParts, StepView, buttons, options
from companion.ui.pages.page import framed
from companion.ui.sentences import failure_sentence
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

SERVICES = {
    "offline": ("offline", "offline"),
    "auto": ("auto", "auto"),
    "silent": ("offline", "none"),
}
"""A choice to recogniser and synthesizer; what is set otherwise shows none of them as chosen."""


class SpeechStep(StepView):
    """Keys are optional: what is typed goes to the keyring, and is checked when it is used."""

    def __init__(self, parts: StepParts) -> None:
        super().__init__(Step.SPEECH, parts)
        texts, settings = parts.library.translations, parts.desk.settings
        now = (settings.recognizer, settings.synthesizer)
        chosen = next((name for name, pair in SERVICES.items() if pair == now), "")
        named = [(name, parts.text(f"first.speech.{name}")) for name in SERVICES]
        self._rows = [PartRow(name, texts) for name in ("ears", "voice")]
        self._field = QLineEdit()
        self._answer = Words(style=Style(Size.SMALL, "muted"))
        self._answer.setObjectName("first:secret_answer")
        self._answer.hide()
        parts.desk.secret_kept.connect(self._kept)
        parts.desk.secret_refused.connect(self._refused)
        frame, column = framed()
        column.addWidget(options("first:speech", named, chosen, self._choose))
        for row in self._rows:
            column.addWidget(row)
        self.column.addWidget(frame)
        frame, column = framed(parts.text("first.speech.key"))
        column.addWidget(Words(parts.text("first.speech.key.line"), Style(token="muted")))
        column.addLayout(self._key_row())
        column.addWidget(self._answer)
        column.addLayout(buttons(self._more()))
        self.column.addWidget(frame)

    def show_state(self, state: ClientState) -> None:
        """Draw how ears and voice stand."""
        for row in self._rows:
            row.show_part(row.part_of(state))

    def _key_row(self) -> QHBoxLayout:
        words = self.parts.text("first.speech.key.field")
        self._field.setObjectName("first:secret")
        self._field.setEchoMode(QLineEdit.EchoMode.Password)
        self._field.setAccessibleName(words)
        self._field.setPlaceholderText(words)
        self._field.returnPressed.connect(self._keep)
        keep = word_button("first:keep", self.parts.text("first.speech.keep"))
        keep.clicked.connect(self._keep)
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        row.addWidget(self._field, 1)
        row.addWidget(keep)
        return row

    def _more(self) -> QPushButton:
        more = word_button("first:services", self.parts.text("first.speech.more"), "quiet")
        more.clicked.connect(lambda: self.parts.desk.open_settings("keys"))
        return more

    def _choose(self, name: str) -> None:
        recognizer, synthesizer = SERVICES[name]
        self.parts.desk.change(recognizer=recognizer, synthesizer=synthesizer)

    def _keep(self) -> None:
        if value := self._field.text().strip():
            self._say(self.parts.library.translations.text("ui.settings.secret.saving"), "muted")
            self.parts.desk.keep_secret(DASHSCOPE_API_KEY, value)

    def _kept(self, name: str, source: Source) -> None:
        if name == DASHSCOPE_API_KEY:
            self._field.clear()
            self._say(self.parts.library.translations.text(f"keys.from.{source.value}"), "accent")

    def _refused(self, name: str, failure: Failure) -> None:
        if name == DASHSCOPE_API_KEY:
            self._say(failure_sentence(failure, "", self.parts.library.translations), "failed")

    def _say(self, words: str, token: str) -> None:
        self._answer.say(words, token)
        self._answer.show()
