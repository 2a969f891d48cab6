"""The why-silent panel: a line each for key, microphone, recognition, voice, server, last try."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.client.commands import ClientCommands
from companion.client.navigation import PageName
from companion.client.orders import GoTo, RunSelfTest
from companion.client.self_test_state import SelfTest, Stop
from companion.client.state import EMPTY, ClientState, Health
from companion.client.why import LINES, WhyLine, one_line, why_silent
from companion.language.translations import Translations
from companion.ui.icon_and_word import word_button
from companion.ui.pages.health_row import HealthRow, facts_of
from companion.ui.pages.page import Page, framed
from companion.ui.sentences import failure_sentence
from companion.ui.status_line import HealthMark
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


class WhyPage(Page):
    """Draws what keeps the companion silent, and tries the whole chain. GUI thread."""

    def __init__(self, translations: Translations, commands: ClientCommands) -> None:
        super().__init__("why", translations)
        self._commands = commands
        self._state = EMPTY
        self._dbfs: float | None = None
        self._lines = {name: WhyRow(translations, commands) for name in (*LINES, "last")}
        self._test = SelfTestPanel(translations, commands)
        copy = word_button("why:copy", translations.text("ui.why.copy"))
        copy.clicked.connect(self._copy)
        self.tools.addWidget(copy)
        column = self.fresh()
        frame, rows = framed()
        for row in self._lines.values():
            rows.addWidget(row)
        column.addWidget(frame)
        column.addWidget(self._test)
        column.addStretch(1)
        self.show_state(EMPTY)

    def show_state(self, state: ClientState) -> None:
        """Draw how everything stands."""
        self._state = state
        self._test.show_test(state.self_test)
        self._draw()

    def show_level(self, dbfs: float) -> None:
        """Draw how loud the microphone is, in whole decibels."""
        if self._dbfs is None or round(dbfs) != round(self._dbfs):
            self._dbfs = dbfs
            if self.isVisible():
                self._draw()

    def _draw(self) -> None:
        for line in why_silent(self._state, self._dbfs):
            self._lines[line.name].show_line(line)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(one_line(self._state, self._dbfs, self.texts.text))


class WhyRow(HealthRow):
    """One line: mark, name, facts; below them the reason, and where it is put right."""

    def __init__(self, translations: Translations, commands: ClientCommands) -> None:
        button = word_button("why:go", translations.text("ui.why.go"))
        super().__init__(button)
        self._go = button
        self._texts = translations
        self._commands = commands
        self._page = PageName.NONE
        self._go.clicked.connect(self._follow)

    def show_line(self, line: WhyLine) -> None:
        """Draw it; a line that did not change is left alone."""
        self.setObjectName(f"why:{line.name}")
        name = self._texts.text(f"client.why.{line.name}")
        reason = self._texts.render(line.reason) if line.reason else ""
        self.show_health(name, self._facts_of(line), line.health, reason)
        self._page = line.page
        self._go.setVisible(line.page is not PageName.NONE)
        self._go.setAccessibleName(f"{self._texts.text('ui.why.go')}: {name}")

    def _facts_of(self, line: WhyLine) -> str:
        if line.name == "last":
            return self._texts.text("ui.why.fine" if line.reason is None else "ui.why.not_fine")
        return facts_of(line.words, line.health, self._texts)

    def _follow(self) -> None:
        self._commands.order(GoTo(self._page))


class SelfTestPanel(QFrame):
    """The button and the stations of the self-test."""

    def __init__(self, translations: Translations, commands: ClientCommands) -> None:
        super().__init__()
        self._texts = translations
        self._shown: SelfTest | None = None
        self._said = Words(style=Style())
        self._marks = {stop: HealthMark() for stop in Stop}
        self.button: QPushButton = word_button(
            "why:test", translations.text("ui.why.test"), "primary"
        )
        self.button.clicked.connect(lambda: commands.order(RunSelfTest()))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        frame, inner = framed(translations.text("ui.why.test.title"))
        line = translations.text("ui.why.test.line")
        inner.addWidget(Words(line, Style(Size.SMALL, "muted")))
        for stop, mark in self._marks.items():
            inner.addWidget(self._station(stop, mark))
        inner.addWidget(self._said)
        inner.addWidget(self.button)
        column.addWidget(frame)

    def show_test(self, test: SelfTest) -> None:
        """Draw where it stands."""
        if test == self._shown:
            return
        self._shown = test
        for stop, mark in self._marks.items():
            health = _health(stop, test)
            mark.show_health(health)
            mark.setAccessibleName(self._texts.text(f"ui.health.{health.value}"))
            mark.setVisible(bool(test.is_running or test.passed or test.stopped_at))
        self.button.setEnabled(not test.is_running)
        words, token = self._outcome(test)
        self._said.say(words, token)
        self._said.setVisible(bool(words))

    def _station(self, stop: Stop, mark: HealthMark) -> QWidget:
        widget = QWidget()
        row = QHBoxLayout(widget)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * GRID)
        row.addWidget(mark)
        row.addWidget(Words(self._texts.text(f"client.self_test.{stop.value}")), 1)
        return widget

    def _outcome(self, test: SelfTest) -> tuple[str, str]:
        if test.is_running:
            return self._texts.text("ui.why.test.runs"), "muted"
        if test.stopped_at is not None:
            reason = failure_sentence(test.reason, "", self._texts)
            return reason or self._texts.text("ui.why.test.stopped"), "failed"
        return (self._texts.text("ui.why.test.well"), "accent") if test.passed else ("", "ink")


def _health(stop: Stop, test: SelfTest) -> Health:
    if stop in test.passed:
        return Health.READY
    return Health.FAILED if stop is test.stopped_at else Health.STARTING
