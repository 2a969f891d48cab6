"""The chat log: what became of a card is shown by the card's own widget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary
from companion.client.state import EMPTY, ClientState, LiveCard
from companion.ui.cards.press_list import PressList
from companion.ui.cards.renderer import CardWidget
from companion.ui.chat_log import ChatLog
from companion.ui.log_column import MOST_BUILT
from tests.helpers import ui_states as states
from tests.helpers.ui_look import accessible, rows, texts
from tests.helpers.ui_states import RecordingCommands


@pytest.fixture
def log(library: CardLibrary, commands: RecordingCommands) -> Iterator[ChatLog]:
    log = ChatLog(library, commands)
    log.resize(800, 700)
    log.show()
    yield log
    log.close()
    log.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def holding(card: LiveCard) -> ClientState:
    entry = states.answered(1, "Here they are", card.ref)
    return replace(EMPTY, entries=(entry,), cards=(card,))


def card_of(log: ChatLog) -> CardWidget:
    cards = [card for card in log.findChildren(CardWidget) if not card.isHidden()]
    assert len(cards) == 1
    return cards[0]


def test_another_page_is_shown_by_the_widget_that_is_there(log: ChatLog) -> None:
    log.show_state(holding(states.live(1, states.quest_list(22))))
    before = card_of(log)
    log.show_state(holding(states.live(1, states.quest_list(22), page=1)))
    assert card_of(log) is before
    assert rows(before)[0].startswith("11.")


def test_the_keyboard_stays_on_the_control_that_turned_the_page(log: ChatLog) -> None:
    log.show_state(holding(states.live(1, states.quest_list(32))))
    button = log.findChild(QAbstractButton, "page:next")
    log.show_state(holding(states.live(1, states.quest_list(32), page=1)))
    assert button is not None
    assert log.findChildren(QAbstractButton, "page:next") == [button]


def test_a_card_that_waits_says_so_and_stops_when_it_is_answered(log: ChatLog) -> None:
    log.show_state(holding(states.live(1, states.quest())))
    waiting = log._library.translations.text("ui.card.waiting")
    log.show_state(holding(states.live(1, states.quest(), waiting=True)))
    assert waiting in texts(card_of(log))
    log.show_state(holding(states.live(1, states.quest())))
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert waiting not in texts(card_of(log))


def test_other_data_under_another_title_gets_a_widget_of_its_own(log: ChatLog) -> None:
    log.show_state(holding(states.live(1, states.quest_list(3))))
    log.show_state(holding(states.live(1, states.help_card())))
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert card_of(log).accessibleName() == "What you can say"


def long_talk(count: int, first: int = 1) -> ClientState:
    numbers = range(first, first + count)
    cards = tuple(states.live(number, states.quest_list(4)) for number in numbers)
    entries = tuple(
        states.answered(number, "Here", card.ref)
        for number, card in zip(numbers, cards, strict=True)
    )
    return replace(EMPTY, entries=entries, cards=cards)


def stops(log: ChatLog) -> Iterator[QWidget]:
    """Where the keyboard goes after the log, in order."""
    stop = log.nextInFocusChain()
    while stop is not log:
        yield stop
        stop = stop.nextInFocusChain()


def top_of_view(log: ChatLog) -> tuple[int, int]:
    """The entry at the upper edge and how far it is past it."""
    heights, value = log._column.heights, log.verticalScrollBar().value()
    place = heights.place_at(value)
    return heights.order[place], value - heights.top(place)


def test_only_what_is_near_the_view_is_built(log: ChatLog, qtbot: QtBot) -> None:
    log.show_state(long_talk(100))
    qtbot.waitUntil(lambda: not log._column._due(log._column._near()), timeout=60_000)
    assert 0 < len(log.findChildren(CardWidget)) < 20


def test_what_is_not_built_is_there_for_screen_readers(log: ChatLog) -> None:
    log.show_state(long_talk(50))
    names = [name for _, name in accessible(log)]
    assert names.count("Here") >= 50 - len(log.findChildren(CardWidget))


def test_what_the_player_scrolls_to_is_built(log: ChatLog, qtbot: QtBot) -> None:
    log.show_state(long_talk(300))
    log.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: log._column.content(1) is not None, timeout=60_000)
    assert rows(log._column.content(1) or log)[0].startswith("1.")


def test_a_frame_of_scrolling_takes_one_step_towards_what_comes_into_sight(log: ChatLog) -> None:
    log.show_state(long_talk(60))
    bar, before = log.verticalScrollBar(), len(log._column._built)
    bar.setValue(bar.maximum() // 2)
    made = len(log._column._built) - before
    seen = [e for e in log._column._built if log._column._is_seen(e)]
    bar.setValue(bar.maximum() // 2 - 1)

    assert (made, len(log._column._built) - before) == (1, 1)
    assert len([e for e in log._column._built if log._column._is_seen(e)]) == len(seen) + 1


def test_what_was_far_too_long_lets_go_of_its_widgets(log: ChatLog, qtbot: QtBot) -> None:
    log.show_state(long_talk(60))
    bar = log.verticalScrollBar()
    for at in range(0, 101, 5):
        bar.setValue(bar.maximum() * at // 100)
        qtbot.waitUntil(lambda: not log._column._due(log._column._near()), timeout=60_000)
    qtbot.waitUntil(lambda: len(log.findChildren(CardWidget)) <= MOST_BUILT, timeout=60_000)
    assert log._column.content(1) is None


def test_a_player_who_reads_stays_there_while_entries_come_and_go(log: ChatLog) -> None:
    log.show_state(long_talk(100))
    log.verticalScrollBar().setValue(log._column.heights.top(50) + 30)
    before = top_of_view(log)
    log.show_state(long_talk(100, first=11))
    assert top_of_view(log) == before


def test_a_player_who_reads_stays_there_in_a_narrower_window(log: ChatLog) -> None:
    log.show_state(long_talk(100))
    log.verticalScrollBar().setValue(log._column.heights.top(50) + 3)
    before = top_of_view(log)[0]
    log.resize(600, 500)
    assert top_of_view(log)[0] == before


def test_a_card_that_grows_pushes_down_what_is_below(log: ChatLog, qtbot: QtBot) -> None:
    short, tall = states.live(1, states.quest_list(2)), states.live(1, states.quest_list(9))
    after = states.answered(2, "After")
    log.show_state(replace(holding(short), entries=(*holding(short).entries, after)))
    top = log._column.heights.top(1)
    log.show_state(replace(holding(tall), entries=(*holding(tall).entries, after)))
    qtbot.waitUntil(lambda: log._column.heights.top(1) > top + 100, timeout=60_000)
    below = log._column.content(2)
    assert below is not None
    assert below.parentWidget().y() == log._column.heights.top(1)


def test_the_keyboard_goes_through_the_log_from_top_to_bottom(log: ChatLog, qtbot: QtBot) -> None:
    log.show_state(long_talk(30))
    bar = log.verticalScrollBar()
    for _ in range(6):  # entries are built upwards
        bar.setValue(max(0, bar.value() - 300))
        qtbot.waitUntil(lambda: not log._column._due(log._column._near()), timeout=60_000)
    log._column.focusNextPrevChild(True)  # as the Tab key within the log
    tops = [stop.mapTo(log, QPoint()).y() for stop in stops(log) if isinstance(stop, PressList)]
    assert len(tops) > 5
    assert tops == sorted(tops)


def test_the_focus_of_an_entry_that_goes_is_no_wish_to_scroll(log: ChatLog) -> None:
    log.show_state(long_talk(40))
    log.verticalScrollBar().setValue(0)
    first = log._column.content(1)
    assert first is not None
    first.findChildren(PressList)[0].setFocus()
    log.show_state(long_talk(40, first=21))
    assert log.verticalScrollBar().value() == 0
