"""What a card says about an item."""

from __future__ import annotations

import pytest

from companion.cards.item_text import (
    amount_words,
    bare_id,
    item_action,
    item_name,
    item_words,
    tooltip_lines,
)
from companion.cards.library import load_library
from companion.protocol.cards.item import ItemPreview, Rarity

TEXTS = load_library("en_us").translations
POTION = ItemPreview("minecraft:potion[potion_contents=healing]", "§cPotion", stack=1)


@pytest.mark.behaviour("CARD-058", "CARD-060")
def test_id_and_stack_limit_are_lines_of_the_tooltip() -> None:
    assert tooltip_lines(POTION, TEXTS) == (
        "Potion",
        "minecraft:potion",
        "At most 1 in one place",
    )


def test_a_rare_item_says_so_in_words() -> None:
    star = ItemPreview("minecraft:nether_star", "Nether Star", rarity=Rarity.EPIC)

    assert tooltip_lines(star, TEXTS)[1] == "Epic"


@pytest.mark.behaviour("CARD-057", "ITEM-041")
def test_a_press_on_a_tile_asks_for_the_sources_of_its_bare_id() -> None:
    action = item_action(POTION)

    assert action is not None
    assert (action.action, action.arguments) == (
        "system:item_sources",
        {"item": "minecraft:potion"},
    )


@pytest.mark.parametrize("identifier", ["", "[x]", "a" * 2_000])
def test_what_is_no_item_cannot_be_pressed(identifier: str) -> None:
    assert item_action(ItemPreview(identifier, "Experience")) is None


@pytest.mark.parametrize(
    ("item", "name"),
    [
        (ItemPreview("minecraft:iron_ingot", ""), "iron ingot"),
        (ItemPreview("", ""), "Unnamed item"),
        (ItemPreview("a:b", "§aName"), "Name"),
    ],
)
def test_an_item_always_has_a_name(item: ItemPreview, name: str) -> None:
    assert item_name(item, TEXTS) == name


@pytest.mark.behaviour("QUEST-077")
@pytest.mark.parametrize(
    ("item", "words"),
    [
        (ItemPreview("a:b", "B", 1), ""),
        (ItemPreview("a:b", "B", 1_200), "1,200"),
        (ItemPreview("a:b", "B", 1, amount="3-5"), "3-5"),
    ],
)
def test_an_amount_is_a_number_or_a_range(item: ItemPreview, words: str) -> None:
    assert amount_words(item) == words


@pytest.mark.behaviour("CARD-061")
def test_other_choices_are_said_in_a_line_as_well() -> None:
    planks = ItemPreview("minecraft:oak_planks", "Oak Planks", 4, have=2, others=1)

    assert item_words(planks, TEXTS) == "4 × Oak Planks (2/4) (or 1 other)"
    assert bare_id(planks) == "minecraft:oak_planks"
