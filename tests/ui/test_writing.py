"""An answer that a model is writing is read in the log while it grows."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from companion.client.state import EMPTY, ClientState
from companion.client.writing import with_writing
from companion.ui.chat_entry import EntryWidget
from companion.ui.main_window import MainWindow
from tests.helpers import ui_states as states
from tests.helpers.ui_look import texts

ASKED = replace(EMPTY, entries=(states.said(1, "what is iron"),), waiting=True)
WAIT_MS = 60_000


def writing(words: str) -> ClientState:
    return replace(ASKED, partial=words)


def entries(window: MainWindow) -> list[EntryWidget]:
    return [one for one in window.findChildren(EntryWidget) if one.isVisibleTo(window)]


def test_what_is_written_grows_in_the_log_in_place(window: MainWindow) -> None:
    window.show_state(writing("Iron is"))
    before = entries(window)[-1]
    window.show_state(writing("Iron is <b>melted</b>"))
    assert entries(window)[-1] is before
    assert "Iron is <b>melted</b>" in texts(before)


def test_longer_words_get_more_room(window: MainWindow, qtbot: QtBot) -> None:
    window.show_state(writing("Iron"))
    entry = entries(window)[-1]
    height = entry.height()
    window.show_state(writing("Iron is melted in a furnace. " * 30))
    qtbot.waitUntil(lambda: entry.height() > 3 * height, timeout=WAIT_MS)


def test_the_answer_takes_the_place_of_what_was_written(window: MainWindow) -> None:
    window.show_state(writing("Iron is melt"))
    answer = states.answered(2, "Iron is melted.")
    window.show_state(replace(ASKED, entries=(*ASKED.entries, answer), waiting=False))
    assert [texts(entry)[-1] for entry in entries(window)] == ["what is iron", "Iron is melted."]


def test_the_first_words_of_all_bring_the_log_to_the_front(window: MainWindow) -> None:
    window.show_state(replace(EMPTY, waiting=True, partial="Iron"))
    assert [texts(entry) for entry in entries(window)] == [["Iron"]]


def test_nothing_written_is_no_entry() -> None:
    assert with_writing(ASKED) is ASKED
    assert with_writing(writing(" \n")).entries == ASKED.entries
