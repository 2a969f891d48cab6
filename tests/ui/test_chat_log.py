"""The chat log: what became of a card is shown by the card's own widget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QAbstractButton, QApplication

from companion.cards.library import CardLibrary
from companion.client.state import EMPTY, ClientState, LiveCard
from companion.ui.cards.renderer import CardWidget
from companion.ui.chat_log import ChatLog
from tests.helpers import ui_states as states
from tests.helpers.ui_look import rows, texts
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
