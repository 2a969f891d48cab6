"""The talk key: press it now, seen the way it is seen during the game."""

from __future__ import annotations

from companion.client.first_start.proofs import KeyProof, Pressing
from companion.client.first_start.steps import Step
from companion.client.hotkeys.keys import KEY_NAMES
from companion.client.state import ClientState
from companion.ui.pages.first_start.part_row import PartRow
from companion.ui.pages.first_start.step import StepParts, StepView
from companion.ui.pages.page import framed
from companion.ui.settings.choice_box import ChoiceBox
from companion.ui.theme import Size
from companion.ui.words import Style, Words

_TOKENS = {Pressing.HELD: "waiting", Pressing.PROVED: "accent"}


class KeyStep(StepView):
    """While it is in front the key talks to nobody but it. GUI thread."""

    def __init__(self, parts: StepParts) -> None:
        super().__init__(Step.KEY, parts)
        self._proof = KeyProof()
        self._key = parts.desk.settings.talk_key
        self._row = PartRow("key", parts.library.translations)
        self._said = Words(style=Style(Size.TITLE, bold=True))
        self._said.setObjectName("first:pressing")
        self._box = ChoiceBox()
        self._box.setObjectName("first:talk_key")
        self._box.setAccessibleName(parts.text("first.key.which"))
        for name in dict.fromkeys((self._key, *KEY_NAMES)):
            self._box.addItem(name, name)
        self._box.activated.connect(self._choose)
        parts.desk.key_moved.connect(self._move)
        frame, column = framed()
        column.addWidget(self._said)
        column.addWidget(self._row)
        self.column.addWidget(frame)
        frame, column = framed(parts.text("first.key.which"))
        column.addWidget(self._box)
        column.addWidget(Words(parts.text("first.key.which.line"), Style(token="muted")))
        self.column.addWidget(frame)
        self._draw()

    @property
    def is_done(self) -> bool:
        """Whether it was seen to go down and up."""
        return self._proof.pressing is Pressing.PROVED

    def opened(self) -> None:
        """From here on the key only tells of itself."""
        self.parts.desk.rehearse(on=True)

    def left(self) -> None:
        """The key talks again."""
        self.parts.desk.rehearse(on=False)

    def show_state(self, state: ClientState) -> None:
        """Draw how the key stands, by the name that the system gives it."""
        part = self._row.part_of(state)
        self._row.show_part(part)
        if part.words and part.words != self._key:
            self._key = part.words
            self._draw()

    def _move(self, held: bool) -> None:  # noqa: FBT001 - a signal's value
        self._proof = self._proof.after(held=held)
        self._draw()
        self.moved.emit()

    def _draw(self) -> None:
        pressing = self._proof.pressing
        words = self.parts.text(f"first.pressing.{pressing.value}", talk_key=self._key)
        self._said.say(words, _TOKENS.get(pressing, "ink"))

    def _choose(self, index: int) -> None:
        self._key = str(self._box.itemData(index))
        self._proof = KeyProof()
        self.parts.desk.change(talk_key=self._key)
        self._draw()
        self.moved.emit()
