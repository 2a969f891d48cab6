"""A pinned card is drawn to be read: once its reference is dead, only its view can be changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary
from companion.cards.samples import CardSample, samples
from companion.cards.view_state import CardViewState, changes_view
from companion.client.state import EMPTY
from companion.ui.cards.press_list import PressList
from companion.ui.cards.renderer import CardWidget
from companion.ui.pages.pinned import PinnedPage
from tests.helpers import ui_states as states
from tests.helpers.ui_look import find, rows, texts
from tests.helpers.ui_states import RecordingCommands


@pytest.fixture
def page(library: CardLibrary, commands: RecordingCommands) -> Iterator[PinnedPage]:
    page = PinnedPage(library, commands)
    page.resize(640, 900)
    page.show()
    yield page
    page.close()
    page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def press_all(card: CardWidget, qtbot: QtBot) -> None:
    """Click on every button and every entry of a card."""
    for button in card.findChildren(QPushButton):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    for view in card.findChildren(PressList):
        for row in range(view.model().rowCount()):
            place = view.visualRect(view.model().index(row, 0)).center()
            qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


@pytest.mark.behaviour("CARD-069")
@pytest.mark.parametrize("sample", samples("en_us"), ids=lambda sample: sample.name)
def test_a_dead_pinned_card_changes_its_view_and_asks_nobody(
    sample: CardSample, page: PinnedPage, commands: RecordingCommands, qtbot: QtBot
) -> None:
    dead = states.live(1, sample.data, active=False)
    page.show_state(replace(EMPTY, pinned=(dead,)))
    [card] = page.findChildren(CardWidget)
    press_all(card, qtbot)

    assert all(call[0] == "turn_page" or changes_view(call[2]) for call in commands.calls)
    assert texts(card) or card.findChildren(PressList)


@pytest.mark.behaviour("CARD-069")
def test_a_pinned_card_whose_reference_lives_can_be_pressed(
    page: PinnedPage, commands: RecordingCommands, qtbot: QtBot
) -> None:
    page.show_state(replace(EMPTY, pinned=(states.live(1, states.quest_list(3)),)))
    [card] = page.findChildren(CardWidget)
    press_all(card, qtbot)

    assert len([call for call in commands.calls if call[0] == "press"]) >= 3


@pytest.mark.behaviour("CARD-048", "CARD-069")
def test_a_dead_pinned_list_turns_its_pages_in_place(
    page: PinnedPage, commands: RecordingCommands, qtbot: QtBot
) -> None:
    dead = states.live(1, states.quest_list(12), active=False)
    page.show_state(replace(EMPTY, pinned=(dead,)))
    [card] = page.findChildren(CardWidget)
    first = rows(card)
    qtbot.mouseClick(find(card, "page:next", QAbstractButton), Qt.MouseButton.LeftButton)
    page.show_state(replace(EMPTY, pinned=(replace(dead, view=CardViewState(page=1)),)))

    assert commands.calls == [("turn_page", dead.ref, 1)]
    assert rows(card) != first
    assert page.findChildren(CardWidget) == [card]
