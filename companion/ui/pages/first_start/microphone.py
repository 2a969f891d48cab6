"""The microphone: which one, how loud it is, and whether it hears the player."""

from __future__ import annotations

from companion.client.first_start.proofs import Hearing, MicrophoneProof
from companion.client.first_start.steps import Step
from companion.client.state import ClientState
from companion.ui.pages.first_start.level_meter import LevelMeter
from companion.ui.pages.first_start.part_row import PartRow
from companion.ui.pages.first_start.step import StepParts, StepView
from companion.ui.pages.page import framed
from companion.ui.settings.choice_box import ChoiceBox
from companion.ui.words import Style, Words

_TOKENS = {Hearing.WELL: "accent", Hearing.QUIET: "waiting", Hearing.CLIPPED: "waiting"}


class MicrophoneStep(StepView):
    """Proves it by ear: somebody was heard. GUI thread."""

    def __init__(self, parts: StepParts) -> None:
        super().__init__(Step.MICROPHONE, parts)
        self._proof = MicrophoneProof()
        self._row = PartRow("microphone", parts.library.translations)
        self._row.pressed.connect(self._look_again)
        self._level = LevelMeter(parts.text("first.level"))
        self._said = Words(style=Style(bold=True))
        self._said.setObjectName("first:hearing")
        self._box = ChoiceBox()
        self._box.setObjectName("first:microphones")
        self._box.setAccessibleName(parts.text("first.microphone.which"))
        self._box.activated.connect(self._choose)
        parts.desk.microphones_came.connect(self._offer)
        frame, column = framed()
        for widget in (self._row, self._level, self._said):
            column.addWidget(widget)
        self.column.addWidget(frame)
        frame, column = framed(parts.text("first.microphone.which"))
        column.addWidget(self._box)
        column.addWidget(Words(parts.text("first.microphone.which.line"), Style(token="muted")))
        self.column.addWidget(frame)
        self._offer(())
        self._draw()

    @property
    def is_done(self) -> bool:
        """Whether somebody was heard."""
        return self._proof.hearing in (Hearing.WELL, Hearing.CLIPPED)

    def opened(self) -> None:
        """Look which there are."""
        self.parts.desk.find_microphones()

    def show_state(self, state: ClientState) -> None:
        """Draw how it stands; one that is not there can be looked for again."""
        part = self._row.part_of(state)
        self._row.show_part(part, self.parts.text("first.again") if part.reason else "")

    def show_level(self, dbfs: float) -> None:
        """Draw how loud it is."""
        before = self._proof.hearing
        self._proof = self._proof.after(dbfs)
        self._level.show_level(dbfs, self._proof.peak_dbfs)
        if self._proof.hearing is not before:
            self._draw()
            self.moved.emit()

    def _draw(self) -> None:
        hearing = self._proof.hearing
        self._said.say(
            self.parts.text(f"first.hearing.{hearing.value}"), _TOKENS.get(hearing, "ink")
        )

    def _offer(self, names: tuple[str, ...]) -> None:
        chosen = self.parts.desk.settings.microphones
        known = dict.fromkeys((*chosen[:1], *names))
        self._box.clear()
        self._box.addItem(self.parts.text("first.microphone.system"), "")
        for name in known:
            self._box.addItem(name, name)
        self._box.setCurrentIndex(max(0, self._box.findData(chosen[0] if chosen else "")))

    def _choose(self, index: int) -> None:
        name = str(self._box.itemData(index) or "")
        others = tuple(n for n in self.parts.desk.settings.microphones if n != name)
        self.parts.desk.change(microphones=(name, *others) if name else ())
        self._proof = MicrophoneProof()
        self._draw()
        self.moved.emit()

    def _look_again(self) -> None:
        self.parts.desk.find_microphones()
