"""An hour of play, in minutes of a clock of its own: nothing of it stays but what is bounded."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.cards.library import load_library
from companion.client.state import MAX_CARDS, MAX_ENTRIES
from companion.ui.log_column import LogColumn
from companion.ui.log_intake import LogIntake
from companion.ui.main_window import MainWindow
from companion.ui.overlay import Overlay
from tests.helpers.client_rig import Rig, quest_list, show
from tests.helpers.ui_states import RecordingCommands

OURS = ("companion.client", "companion.protocol", "companion.language", "companion.speech")
SOME = 100
"""Objects; an hour brings 420 notices and 60 cards of 23 quests."""


class Play:
    """A player, their client, and what they see."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.rig = Rig()
        library, commands = load_library("en_us"), RecordingCommands()
        self.window = MainWindow(library, commands)
        self.overlay = Overlay(library, commands)
        self.window.show()
        self.minutes = 0

    def hour(self) -> None:
        for _ in range(60):
            self.minute()
        self.qtbot.waitUntil(self.is_settled, timeout=60_000)

    def is_settled(self) -> bool:
        """Whether the log has drawn all, built what is near and let go of what is far."""
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        parts = (self.window.findChild(LogIntake), self.window.findChild(LogColumn))
        timers = [timer for part in parts if part for timer in part.findChildren(QTimer)]
        return len(timers) == len(parts) and not any(timer.isActive() for timer in timers)

    def minute(self) -> None:
        """Seven notices, a spoken question that is answered with a card, and a page of it."""
        self.minutes += 1
        for number in range(7):
            self.rig.notice(f"Minute {self.minutes}, notice {number}")
        self.rig.speak("show my quests")
        card = show(quest_list(), number=self.minutes)
        self.rig.reply("here they are", (card,))
        self.rig.core.conversation.turn_page(card.ref, 1)
        self.rig.advance(60)
        for seen in (self.window, self.overlay):
            seen.show_state(self.rig.state)
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.forget_notes()

    def forget_notes(self) -> None:
        """What the stand-ins write down for tests is no part of the program."""
        rig = self.rig
        for notes in (rig.states, rig.turns, rig.asked, rig.heard, rig.ears.requests):
            notes.clear()
        del rig.mouth.said[:-2]

    def objects(self) -> int:
        gc.collect()
        return sum(str(type(one).__module__).startswith(OURS) for one in gc.get_objects())

    def widgets(self) -> int:
        return sum(len(top.findChildren(QWidget)) for top in (self.window, self.overlay))

    def end(self) -> None:
        for top in (self.window, self.overlay):
            top.close()
            top.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def play(qtbot: QtBot) -> Iterator[Play]:
    one = Play(qtbot)
    yield one
    one.end()


def test_another_hour_of_play_holds_no_more_than_those_before(play: Play) -> None:
    play.hour()
    play.hour()  # every bound is reached
    objects, widgets = play.objects(), play.widgets()
    play.hour()
    assert play.objects() - objects < SOME
    assert play.widgets() < 1.5 * widgets
    assert (len(play.rig.state.entries), len(play.rig.state.cards)) == (MAX_ENTRIES, MAX_CARDS)
