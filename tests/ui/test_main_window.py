"""The window draws snapshots and passes on what the player does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from companion.cards.library import load_library
from companion.client.navigation import PageName, Wanted
from companion.client.state import EMPTY, ClientState, Health, Part, Phase, Voice
from companion.support.errors import Failure
from companion.ui.main_window import MainWindow
from tests.helpers import ui_states as states
from tests.helpers.ui_look import find, rows, texts
from tests.helpers.ui_states import RecordingCommands

LEFT = Qt.MouseButton.LeftButton


def test_a_conversation_shows_words_cards_and_how_long_they_were(window: MainWindow) -> None:
    window.show_state(states.conversation())

    shown = texts(window)
    assert "What should I do next?" in shown
    assert "spoken · 0.9 s" in shown
    assert "Open quests" in shown


@pytest.mark.behaviour("CLIENT-033")
def test_without_an_engine_the_window_offers_sentences(
    window: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    window.show_state(EMPTY)
    qtbot.mouseClick(find(window, "welcome:quests"), LEFT)

    assert commands.calls == [("send", "show my quests")]


def test_enter_sends_and_empties_the_box(
    window: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    field = find(window, "send:text", QLineEdit)
    qtbot.keyClicks(field, "  help ")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert commands.calls == [("send", "help")]
    assert field.text() == ""


def test_nothing_is_sent_for_blanks(
    window: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    field = find(window, "send:text", QLineEdit)
    qtbot.keyClicks(field, "   ")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert commands.calls == []


def test_a_draft_waits_in_the_box_and_is_not_sent(
    window: MainWindow, commands: RecordingCommands
) -> None:
    window.show_state(replace(EMPTY, draft="show my quests"))

    assert find(window, "send:text", QLineEdit).text() == "show my quests"
    assert commands.calls == []


def test_a_draft_comes_behind_what_was_being_typed(window: MainWindow, qtbot: QtBot) -> None:
    field = find(window, "send:text", QLineEdit)
    qtbot.keyClicks(field, "how do I get")
    window.show_state(replace(EMPTY, draft="stone age"))

    assert field.text() == "how do I get stone age"


@pytest.mark.parametrize(
    ("more", "left"), [("", ""), (" me", "help me")], ids=["untouched", "typed on"]
)
def test_a_settled_draft_leaves_only_what_was_typed(
    window: MainWindow, qtbot: QtBot, more: str, left: str
) -> None:
    field = find(window, "send:text", QLineEdit)
    window.show_state(replace(EMPTY, draft="help"))
    qtbot.keyClicks(field, more)
    window.show_state(EMPTY)

    assert field.text() == left


def test_the_same_draft_does_not_overwrite_what_is_typed_after_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    state = replace(EMPTY, draft="help")
    window.show_state(state)
    field = find(window, "send:text", QLineEdit)
    qtbot.keyClicks(field, " me")
    window.show_state(replace(state, revision=2))

    assert field.text() == "help me"


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(replace(EMPTY, waiting=True), id="while a request runs"),
        pytest.param(replace(EMPTY, voice=Voice(Phase.SPEAKING, "x")), id="while it speaks"),
    ],
)
def test_the_button_stops_what_runs(
    window: MainWindow, commands: RecordingCommands, qtbot: QtBot, state: ClientState
) -> None:
    window.show_state(state)
    button = find(window, "send:button", QPushButton)
    qtbot.mouseClick(button, LEFT)

    assert button.accessibleName() == "Stop"
    assert commands.calls == [("cancel",)]


def test_the_talk_button_is_held(
    window: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    talk = find(window, "talk")
    qtbot.mousePress(talk, LEFT)
    held = list(commands.calls)
    qtbot.mouseMove(talk, talk.rect().bottomRight() * 4)
    qtbot.mouseRelease(talk, LEFT)

    assert held == [("talk_down",)]
    assert commands.calls == [("talk_down",), ("talk_up",)]


def test_a_held_talk_button_lets_go_when_the_focus_leaves_it(
    window: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    talk = find(window, "talk")
    talk.setFocus()
    qtbot.keyPress(talk, Qt.Key.Key_Space)
    find(window, "send:text").setFocus()
    qtbot.keyRelease(talk, Qt.Key.Key_Space)

    assert commands.calls == [("talk_down",), ("talk_up",)]


def test_a_held_talk_button_lets_go_when_the_window_changes_its_language(
    window: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    qtbot.mousePress(find(window, "talk"), LEFT)
    window.use_library(load_library("zh_cn"))

    assert commands.calls == [("talk_down",), ("talk_up",)]


def test_a_held_talk_button_lets_go_when_the_window_is_hidden(
    window: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    qtbot.mousePress(find(window, "talk"), LEFT)
    window.hide()

    assert commands.calls == [("talk_down",), ("talk_up",)]


def test_only_the_changed_entry_is_drawn_anew(window: MainWindow) -> None:
    state = states.conversation()
    window.show_state(state)
    before = {name: find(window, name) for name in ("entry:1", "entry:2", "entry:4")}
    turned = replace(state, cards=(states.live(1, states.quest_list(12), page=1), state.cards[1]))
    window.show_state(turned)

    assert find(window, "entry:1") is before["entry:1"]
    assert find(window, "entry:4") is before["entry:4"]
    assert find(window, "entry:2") is before["entry:2"]
    assert rows(before["entry:2"])[0].startswith("11.")


def test_entries_that_are_gone_are_removed(window: MainWindow, qtbot: QtBot) -> None:
    state = states.conversation()
    window.show_state(state)
    window.show_state(replace(state, entries=state.entries[2:]))

    qtbot.waitUntil(lambda: not window.findChildren(QWidget, "entry:1"))
    assert find(window, "entry:3")


def test_the_log_keeps_to_the_newest_entry(window: MainWindow, qtbot: QtBot) -> None:
    log = window.log
    many = tuple(states.answered(number, "A line.") for number in range(1, 60))
    window.show_state(replace(EMPTY, entries=many))

    bar = log.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    assert log.follows


def test_a_player_who_scrolled_up_is_left_there(window: MainWindow, qtbot: QtBot) -> None:
    log = window.log
    many = tuple(states.answered(number, "A line.") for number in range(1, 60))
    window.show_state(replace(EMPTY, entries=many))
    bar = log.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    bar.triggerAction(bar.SliderAction.SliderToMinimum)
    longest = bar.maximum()
    window.show_state(replace(EMPTY, entries=(*many, states.answered(60, "New."))))
    qtbot.waitUntil(lambda: bar.maximum() > longest)

    assert bar.value() == 0
    qtbot.mouseClick(find(window, "log:newest"), LEFT)
    assert bar.value() == bar.maximum()


def test_the_status_line_says_in_words_what_is_wrong(window: MainWindow) -> None:
    failed = Part("microphone", Health.FAILED, reason=Failure.NO_MICROPHONE)
    window.show_state(replace(EMPTY, parts=(failed,)))

    part = find(window, "part:microphone")
    assert part.accessibleName() == "mic failed"
    assert "Plug one in" in part.accessibleDescription()


def test_the_status_line_tells_the_last_turn_and_our_share(window: MainWindow) -> None:
    window.show_state(states.conversation())

    assert "last turn 1.1 s, ours 41 ms" in texts(window)


def test_another_language_draws_everything_anew(window: MainWindow, qtbot: QtBot) -> None:
    window.show_state(states.conversation())
    window.use_library(load_library("zh_cn"))
    qtbot.waitUntil(lambda: len(window.findChildren(QWidget, "header")) == 1)

    assert find(window, "nav:system:history").accessibleName() == "历史"
    assert "语音 · 0.9 秒" in texts(window)


def test_text_from_outside_is_never_markup(window: MainWindow) -> None:
    hostile = "<b>bold</b> <img src='x.png'> &amp;"
    window.show_state(replace(EMPTY, entries=(states.said(1, hostile),)))

    labels = [label for label in window.findChildren(QLabel) if label.text() == hostile]
    assert len(labels) == 1
    assert labels[0].textFormat() is Qt.TextFormat.PlainText
    assert labels[0].sizeHint().width() > labels[0].fontMetrics().horizontalAdvance("bold &") * 2


def test_escape_stops_what_runs(
    window: MainWindow, commands: RecordingCommands, qtbot: QtBot
) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(find(window, "send:text"), Qt.Key.Key_Escape)

    assert commands.calls == [("cancel",)]


def test_words_of_an_entry_can_be_copied(window: MainWindow) -> None:
    window.show_state(states.conversation())
    [copy] = find(window, "entry:1").actions()
    copy.trigger()

    assert QGuiApplication.clipboard().text() == "What should I do next?"


def test_the_window_fits_on_a_small_screen(window: MainWindow) -> None:
    free = window.screen().availableSize()
    assert window.width() < free.width()
    assert window.height() < free.height()


@pytest.mark.behaviour("CLIENT-012")
@pytest.mark.parametrize("from_game", [True, False])
def test_settings_that_were_asked_for_in_the_game_give_it_back_when_they_are_closed(
    window: MainWindow, qtbot: QtBot, from_game: bool
) -> None:
    with qtbot.waitSignal(window.settings_wanted):
        window.show_state(replace(EMPTY, wanted=Wanted(1, PageName.SETTINGS, from_game=from_game)))
    window.settings_closed()

    assert window.isMinimized() is from_game
