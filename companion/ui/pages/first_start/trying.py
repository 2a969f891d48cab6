"""Try it: what works, what is missing with one button each, and sentences that answer at once."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.client.first_start.readiness import Readiness, readiness
from companion.client.first_start.steps import Step
from companion.client.live_cards import front_card
from companion.client.state import EMPTY, ClientState, LiveCard
from companion.ui.card_drawing import card_in_window
from companion.ui.icon_and_word import word_button
from companion.ui.pages.first_start.ready_panel import ReadyPanel
from companion.ui.pages.first_start.step import StepParts, StepView, buttons, emptied
from companion.ui.pages.page import framed
from companion.ui.sentences import failure_sentence
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

SENTENCES = ("quests", "next", "help")


class TryStep(StepView):
    """Works without account, key or server; whatever is missing says so. GUI thread."""

    def __init__(self, step: Step, parts: StepParts) -> None:
        super().__init__(step, parts)
        texts = parts.library.translations
        self._asked = ""
        self._drawn: LiveCard | None = None
        self._shown: tuple[QWidget, ...] = ()
        self._way = Words(style=Style(Size.HEADING, bold=True))
        self._way.setObjectName("first:way")
        self._said = Words(style=Style(token="muted"))
        self._said.setObjectName("first:said")
        self._answer = QVBoxLayout()
        self._answer.setSpacing(2 * GRID)
        frame, column = framed()
        column.addWidget(self._way)
        self._sentences = tuple(
            word_button(f"first:say:{s}", texts.text(f"ui.nav.{s}.say")) for s in SENTENCES
        )
        for button in self._sentences:
            button.clicked.connect(self._ask)
        column.addLayout(buttons(*self._sentences))
        column.addWidget(self._said)
        column.addLayout(self._answer)
        self.column.addWidget(frame)
        self._ready = ReadyPanel(parts)
        self._ready.wanted.connect(self.wanted)
        self.column.addWidget(self._ready)
        self.show_state(EMPTY)

    @property
    def is_done(self) -> bool:
        """Whether an answer was seen."""
        return self._drawn is not None

    def show_state(self, state: ClientState) -> None:
        """Draw what works, and the answer as far as it is here."""
        seen = readiness(state)
        self._ready.show_readiness(seen)
        self._say_way(seen)
        for button in self._sentences:
            button.setEnabled(seen.is_answering)
        card = front_card(state)
        if card is not None and card != self._drawn:
            self._draw(card)
        self._say(state)

    def _say_way(self, seen: Readiness) -> None:
        key = next(line.part.words for line in seen.lines if line.part.name == "key")
        words = {"talk_key": key or self.parts.desk.settings.talk_key}
        self._way.say(self.parts.text(f"first.way.{seen.way.value}", **words))

    def _say(self, state: ClientState) -> None:
        """Never silent: that it is asked, or why nothing came."""
        words, token = "", "muted"
        if state.waiting:
            words = self.parts.text("first.asked", words=self._asked) if self._asked else ""
            words = words or self.parts.library.translations.text("ui.phase.thinking")
        elif state.trouble is not None and self._asked:
            trouble, texts = state.trouble, self.parts.library.translations
            words, token = failure_sentence(trouble.reason, trouble.detail, texts), "failed"
        elif self._drawn is not None:
            words, token = self.parts.text("first.answered"), "accent"
        self._said.say(words, token)
        self._said.setVisible(bool(words))

    def _draw(self, card: LiveCard) -> None:
        emptied(self._answer, self._shown)
        self._drawn = card
        self._shown = (card_in_window(card, self.parts.library, self.parts.commands),)
        self._answer.addWidget(self._shown[0])
        self.moved.emit()

    def _ask(self) -> None:
        place = self.sender().objectName().removeprefix("first:say:")
        self._asked = self.parts.library.translations.text(f"ui.nav.{place}.say")
        self.parts.commands.send(self._asked)
