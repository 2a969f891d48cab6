"""Widgets of single nodes: pressed, shrunk, told."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import companion
from companion.cards.library import CardLibrary
from companion.cards.view import BoundCell, BoundGrid, BoundOffer, BoundSlot, Span, Variant
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.item import ItemPreview, Rarity
from companion.ui.cards.grid import columns_of
from companion.ui.cards.item_tile import tip_of
from companion.ui.cards.scope import CardScope
from companion.ui.cards.slot_button import SlotButton
from tests.helpers.ui_states import RecordingCommands, ref

ITEM = ItemPreview("minecraft:plank", "Plank", others=4, stack=64, rarity=Rarity.RARE)


@pytest.mark.behaviour("CARD-057")
def test_a_press_on_an_item_of_a_recipe_asks_where_it_comes_from(
    library: CardLibrary, commands: RecordingCommands, qtbot: QtBot
) -> None:
    scope = CardScope(ref(1), Variant.FULL, commands, library.translations)
    slot = SlotButton(BoundSlot(ITEM), 32, scope)
    qtbot.mouseClick(slot, Qt.MouseButton.LeftButton)
    slot.deleteLater()
    QApplication.sendPostedEvents(slot, QEvent.Type.DeferredDelete)

    action = ServerAction("system:item_sources", {"item": "minecraft:plank"})
    assert commands.calls == [("press", ref(1), action)]


@pytest.mark.behaviour("CARD-058")
def test_id_stack_limit_and_rarity_stand_in_the_tool_tip(library: CardLibrary) -> None:
    lines = tip_of(ITEM, library.translations).splitlines()

    assert lines[0] == "Plank"
    assert "minecraft:plank" in lines
    assert any("64" in line for line in lines)
    assert len(lines) >= 4


@pytest.mark.behaviour("CARD-047")
@pytest.mark.parametrize(("cells", "pages", "columns"), [(2, 1, 2), (6, 1, 6), (2, 3, 6)])
def test_a_grid_of_one_page_shrinks_to_its_content(cells: int, pages: int, columns: int) -> None:
    cell = BoundCell(BoundOffer(ITEM, (Span("Plank"),)), "Plank")

    assert columns_of(BoundGrid((cell,) * cells, 6, 0, pages)) == columns


@pytest.mark.behaviour("CARD-071")
def test_only_its_command_imports_the_editor() -> None:
    package = Path(companion.__file__).parent
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if "ui.card_editor" in path.read_text("utf-8") and path.parent.name != "card_editor"
    }

    assert found == {"commands/cards/edit.py"}
