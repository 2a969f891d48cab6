"""Where an item comes from: categories, recipes on a grid, loot tables, tags, quests."""

from __future__ import annotations

import json

import msgspec
import pytest

from companion.cards.view import BoundItemSources, BoundRecipe, CardView, Variant, walk
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.language.phrase import literal
from companion.protocol.cards.builder import LocalAction
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_sources import ItemSlot, ItemSource, ItemSources
from tests.helpers import cards_make as make

COBBLE = ItemPreview("minecraft:cobblestone", "Cobblestone", stack=64)
STONES = tuple(ItemPreview(f"example:stone_{n}", f"Stone {n}") for n in range(4))
LOOT = ItemSource("loot", "minecraft:entities/zombie", outputs=(ItemSlot((make.FURNACE,)),))


def recipe(number: int, **more: object) -> ItemSource:
    fields = {"type": "minecraft:crafting_shapeless", "inputs": (ItemSlot((COBBLE,)),), **more}
    return ItemSource("recipe", f"example:r{number}", **fields)  # type: ignore[arg-type]


def card(*sources: ItemSource, **more: object) -> ItemSources:
    return msgspec.structs.replace(make.item_sources(), sources=sources, quests=(), **more)


def view_of(
    data: ItemSources, state: CardViewState | None = None, variant: Variant = Variant.FULL
) -> CardView:
    library = make.library_with("system:unused", '{"nodes": []}')
    return build_view(CardSource(make.REF, data, state or CardViewState()), library, variant)


def node_of(view: CardView) -> BoundItemSources:
    assert view.fault == ""
    return next(node for node in walk(view.nodes) if isinstance(node, BoundItemSources))


def only_recipe(source: ItemSource) -> BoundRecipe:
    return node_of(view_of(card(source))).recipes[0]


@pytest.mark.behaviour("CARD-040", "ITEM-031")
def test_three_categories_with_counts_and_the_first_filled_one_seen() -> None:
    node = node_of(view_of(card(LOOT, LOOT)))

    assert [(c.id, c.button.label, c.button.enabled, c.selected) for c in node.categories] == [
        ("recipe", "Recipes (0)", False, False),
        ("loot", "Loot (2)", True, True),
        ("tag", "Tags (0)", False, False),
    ]


@pytest.mark.behaviour("ITEM-032", "ITEM-033")
@pytest.mark.parametrize(
    ("kind", "variant", "seen"),
    [
        ("recipe", Variant.FULL, 4),
        ("recipe", Variant.COMPACT, 2),
        ("recipe", Variant.NOTIFICATION, 2),
        ("loot", Variant.FULL, 12),
        ("tag", Variant.FULL, 24),
    ],
)
def test_how_much_a_page_holds(kind: str, variant: Variant, seen: int) -> None:
    sources = tuple(ItemSource(kind, f"example:s{n}") for n in range(50))

    node = node_of(view_of(card(*sources), variant=variant))

    assert len(node.recipes) + len(node.places) == seen
    assert node.columns == (2 if variant is Variant.FULL else 1)
    assert node.wraps == (kind == "tag")


@pytest.mark.behaviour("ITEM-035")
def test_a_bad_page_size_keeps_its_default_and_the_template() -> None:
    node = '{"type": "item_sources", "recipe_page_size": "many", "loot_page_size": 3}'
    library = make.library_with("system:item_sources", f'{{"nodes": [{node}]}}')
    data = card(*(recipe(n) for n in range(9)))

    assert len(node_of(make.view_with(data, library)).recipes) == 4
    assert len(node_of(make.view_with(card(*(LOOT,) * 9), library)).places) == 3


@pytest.mark.behaviour("CARD-048", "ITEM-034")
def test_a_category_is_picked_locally_and_described_once() -> None:
    state = CardViewState().after(LocalAction("select", "loot"))

    node = node_of(view_of(card(recipe(1), LOOT, LOOT), state))

    assert node.description == "Where it can be found or dropped; chances are not counted in."
    assert [(place.id, place.title) for place in node.places] == [
        ("minecraft:entities/zombie", "zombie · dropped by a creature")
    ] * 2


@pytest.mark.behaviour("ITEM-019", "ITEM-037")
def test_a_shaped_recipe_is_padded_to_three_by_three() -> None:
    slots = (ItemSlot((COBBLE,)), ItemSlot(()), ItemSlot((COBBLE,)), ItemSlot((COBBLE,)))

    bound = only_recipe(recipe(1, width=2, inputs=slots, type="minecraft:crafting_shaped"))

    held = [slot is not None for slot in bound.inputs]
    assert (bound.width, bound.title) == (3, "Crafting")
    assert held == [True, False, False, True, True, False, False, False, False]


@pytest.mark.behaviour("ITEM-019")
def test_a_recipe_of_a_large_table_keeps_all_its_places() -> None:
    bound = only_recipe(recipe(1, width=9, inputs=(ItemSlot((COBBLE,)),) * 81))

    assert (bound.width, len(bound.inputs)) == (9, 81)


@pytest.mark.behaviour("CARD-061", "ITEM-018", "ITEM-020")
def test_alternatives_are_counted_and_listed_in_the_tooltip() -> None:
    bound = only_recipe(recipe(1, inputs=(ItemSlot((COBBLE, *STONES), 2),)))

    slot = bound.inputs[0]
    assert slot is not None
    assert (slot.item.others, slot.item.count) == (4, 2)
    assert slot.tooltip == (
        "Cobblestone",
        "or 4 others",
        *(f"- Stone {n}" for n in range(4)),
        "minecraft:cobblestone",
        "At most 64 in one place",
    )


@pytest.mark.behaviour("ITEM-038", "ITEM-029")
@pytest.mark.parametrize(
    ("source", "title"),
    [
        (recipe(1, type="example:press"), "example:press"),
        (recipe(1, type=""), "example:r1"),
        (ItemSource("trade", "example:smith/2"), "trade: example:smith/2"),
        (recipe(1, type="minecraft:smelting"), "Furnace"),
    ],
)
def test_what_is_not_known_keeps_its_own_words(source: ItemSource, title: str) -> None:
    bound = only_recipe(source)

    assert bound.title == title
    assert bound.station is None


@pytest.mark.behaviour("ITEM-039")
@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (card(LOOT, truncated=True), "There are more sources than are shown here."),
        (card(LOOT), ""),
    ],
)
def test_it_is_said_when_there_is_more(data: ItemSources, hint: str) -> None:
    assert node_of(view_of(data)).hint == hint


@pytest.mark.behaviour("ITEM-030", "ITEM-043")
@pytest.mark.parametrize(
    ("kind", "words"), [("recipe", "Brewing and special recipes"), ("tag", "not where to get it")]
)
def test_what_the_files_cannot_say_is_said(kind: str, words: str) -> None:
    assert words in node_of(view_of(card(ItemSource(kind, "example:x")))).description


def test_quests_around_the_item_are_a_category_of_their_own_with_numbered_rows() -> None:
    data = msgspec.structs.replace(card(LOOT), quests=(make.brief(1, "Stone Age"),))

    view = view_of(data, CardViewState(category="quest"))

    assert [row.choice.label for row in node_of(view).quests] == ["Stone Age"]
    assert [choice.label for choice in view.choices] == ["Stone Age"]


@pytest.mark.behaviour("ITEM-017", "ITEM-042")
def test_a_source_travels_without_what_is_not_said() -> None:
    slot = ItemSlot((ItemPreview("minecraft:rotten_flesh", "Rotten Flesh"),))

    wire = json.loads(msgspec.json.encode(msgspec.structs.replace(LOOT, outputs=(slot,))))

    assert wire == {
        "kind": "loot",
        "id": "minecraft:entities/zombie",
        "outputs": [{"items": [{"item": "minecraft:rotten_flesh", "name": "Rotten Flesh"}]}],
    }


def test_a_recipe_can_be_read_as_a_line() -> None:
    nine = recipe(1, inputs=(ItemSlot((COBBLE,)),) * 8, outputs=(ItemSlot((make.FURNACE,), 1),))
    noted = msgspec.structs.replace(nine, notes=(literal("§eslow"),))

    assert (
        "- Crafting, in any order: 8 × Cobblestone → Furnace · slow" in view_of(card(noted)).plain
    )
