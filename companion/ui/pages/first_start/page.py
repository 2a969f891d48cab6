"""The page of the first start: where it stands, one step, and the way on."""

from __future__ import annotations

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.first_start.steps import (
    DONE,
    STEPS,
    Step,
    following,
    preceding,
    standing,
)
from companion.client.navigation import PageName
from companion.client.orders import GoTo
from companion.client.servers_view import ServersView
from companion.client.state import EMPTY, ClientState
from companion.ui.icon_and_word import word_button
from companion.ui.pages.desk import PageDesk
from companion.ui.pages.first_start.shelf import VIEWS
from companion.ui.pages.first_start.step import StepParts, StepView
from companion.ui.pages.first_start.track import StepTrack
from companion.ui.pages.page import Page
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


class FirstStartPage(Page):
    """Shows one step at a time, and keeps in the settings which. GUI thread."""

    def __init__(self, library: CardLibrary, commands: ClientCommands, desk: PageDesk) -> None:
        super().__init__("first_start", library.translations)
        self._parts = StepParts(library, commands, desk.first_start, desk.servers)
        desk.servers_came.connect(self._show_servers)
        self._state = EMPTY
        self._step = Step.LANGUAGE
        self._track = StepTrack(len(STEPS))
        self._view: StepView | None = None
        self._backward = word_button("first:back", self._text("first.back"))
        self._backward.clicked.connect(self._go_back)
        self._end = word_button("first:end", self._text("first.end"), "quiet")
        self._end.clicked.connect(self._finish)
        self._onward = word_button("first:next", self._text("first.next"), "primary")
        self._onward.clicked.connect(self._go_on)
        self._lay_out()

    @property
    def step(self) -> Step:
        """The step in front."""
        return self._step

    @property
    def first_focus(self) -> QWidget:
        """The way on."""
        return self._onward

    def opened(self) -> None:
        """Go on where it was left; after the end, begin anew."""
        self._go(standing(self._parts.desk.settings.first_start))

    def show_state(self, state: ClientState) -> None:
        """Draw a snapshot in the step in front."""
        self._state = state
        if self._view is not None:
            self._view.show_state(state)
            self._name_way_on()

    def show_level(self, dbfs: float) -> None:
        """Draw how loud the microphone is, where the step shows it."""
        if self._view is not None:
            self._view.show_level(dbfs)

    def _show_servers(self, view: ServersView) -> None:
        if self._view is not None:
            self._view.show_servers(view)

    def hideEvent(self, event: QHideEvent) -> None:
        """The step is told that it is left; the key talks again."""
        super().hideEvent(event)
        if self._view is not None:
            self._view.left()

    def _go(self, step: Step) -> None:
        if self._view is not None:
            self._view.left()
        self._step = step
        if self._parts.desk.settings.first_start != step.value:
            self._parts.desk.change(first_start=step.value)
        self._view = VIEWS[step](self._parts)
        self._view.wanted.connect(lambda wanted: self._go(Step(wanted)))
        self._view.moved.connect(self._name_way_on)
        self._draw(self._view)
        self._view.show_state(self._state)
        self._view.opened()
        self._name_way_on()
        self._onward.setFocus()

    def _draw(self, view: StepView) -> None:
        number, title = STEPS.index(self._step) + 1, self._text(f"first.{self._step.value}.title")
        words = self._text("first.place", place=str(number), count=str(len(STEPS)))
        self._track.show_place(number - 1, f"{words} · {title}")
        self._backward.setVisible(preceding(self._step) is not None)
        self._end.setVisible(following(self._step) is not None)
        column = self.fresh()
        column.addWidget(Words(words, Style(Size.CAPTION, "muted")))
        column.addWidget(Words(title, Style(Size.HEADING, bold=True)))
        line = self._text(f"first.{self._step.value}.line")
        column.addWidget(Words(line, Style(Size.BODY)))
        column.addWidget(view)
        column.addStretch(1)
        self.area.verticalScrollBar().setValue(0)

    def _name_way_on(self) -> None:
        word = "next" if self._view is not None and self._view.is_done else "skip"
        if self._step is Step.LANGUAGE:
            word = "try"
        elif following(self._step) is None:
            word = "finish"
        words = self._text(f"first.{word}")
        self._onward.setText(words)
        self._onward.setAccessibleName(words)

    def _go_on(self) -> None:
        step = following(self._step)
        if step is None:
            self._finish()
        else:
            self._go(step)

    def _go_back(self) -> None:
        step = preceding(self._step)
        if step is not None:
            self._go(step)

    def _finish(self) -> None:
        self._parts.desk.change(first_start=DONE)
        self._parts.commands.order(GoTo(PageName.CHAT))
        self.left.emit()

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setContentsMargins(5 * GRID, 2 * GRID, 5 * GRID, 4 * GRID)
        foot.setSpacing(2 * GRID)
        foot.addWidget(self._backward)
        foot.addStretch(1)
        foot.addWidget(self._end)
        foot.addWidget(self._onward)
        track = QHBoxLayout()
        track.setContentsMargins(5 * GRID, 0, 5 * GRID, 0)
        track.addWidget(self._track)
        whole = self.layout()
        assert isinstance(whole, QVBoxLayout)
        whole.insertLayout(1, track)
        whole.addLayout(foot)

    def _text(self, key: str, **values: str) -> str:
        return self.texts.text(key, **values)
