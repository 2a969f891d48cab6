"""Items look the same wherever a card stands: one component, one style sheet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary
from companion.cards.view import BoundIcon, Span, Variant
from companion.client.commands import ClientCommands
from companion.client.state import LiveCard
from companion.ui.card_drawing import card_in_overlay, card_in_window
from companion.ui.cards.icons import icon_entry
from companion.ui.cards.press_list import PressList
from companion.ui.cards.renderer import CardWidget
from companion.ui.cards.row_entry import RowEntry
from companion.ui.cards.scope import CardScope
from tests.helpers import ui_states as states
from tests.helpers.ui_states import RecordingCommands

Draw = Callable[[LiveCard, CardLibrary, ClientCommands], CardWidget]


@pytest.mark.behaviour("CARD-059")
@pytest.mark.parametrize("draw", [card_in_window, card_in_overlay], ids=["reply", "notification"])
def test_items_are_drawn_by_one_component_under_one_style_sheet(
    draw: Draw, library: CardLibrary, commands: RecordingCommands, qtbot: QtBot, qapp: QApplication
) -> None:
    card = draw(states.live(1, states.quest()), library, commands)
    qtbot.addWidget(card)
    [goals, rewards] = card.findChildren(PressList)

    assert [type(view.entry(0)) for view in (goals, rewards)] == [RowEntry, RowEntry]
    assert goals.entry(0).tile == states.quest().tasks[0]  # type: ignore[attr-defined]
    assert [child for child in card.findChildren(QWidget) if child.styleSheet()] == []
    assert qapp.styleSheet()


@pytest.mark.behaviour("QUEST-076")
@pytest.mark.parametrize(
    ("kind", "mark"), [("ftbquests:kill", "sword"), ("example:odd", "star"), ("", "star")]
)
def test_an_icon_is_drawn_by_its_kind_and_an_unknown_one_as_a_star(
    kind: str, mark: str, library: CardLibrary, commands: RecordingCommands
) -> None:
    scope = CardScope(states.ref(1), Variant.FULL, commands, library.translations)
    icon = BoundIcon(kind, (Span("Something"),), "3")

    assert icon_entry(icon, scope).mark == mark
