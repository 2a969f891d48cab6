"""Grids, offers, lists and tables: many entries, one page."""

from __future__ import annotations

from typing import TypeVar

import pytest

from companion.cards.view import (
    BoundCell,
    BoundGrid,
    BoundList,
    BoundOffer,
    BoundTable,
    CardView,
    Variant,
    walk,
)
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.language.phrase import literal
from companion.protocol.cards.builder import LocalAction, ServerAction
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_query import ItemQueryOutput
from companion.protocol.cards.offer import OfferCell
from companion.protocol.cards.shop import ShopCatalogOutput
from tests.helpers import cards_make as make

N = TypeVar("N")
EMERALD = ItemPreview("minecraft:emerald", "Emerald", 3)


def only(view: CardView, kind: type[N]) -> N:
    assert view.fault == ""
    return next(node for node in walk(view.nodes) if isinstance(node, kind))


def shown(data: CardData, state: CardViewState, variant: Variant = Variant.FULL) -> CardView:
    library = make.library_with("system:unused", '{"nodes": []}')
    return build_view(CardSource(make.REF, data, state), library, variant)


def offer(name: str, **more: object) -> OfferCell:
    icon = ItemPreview(f"example:{name}", name.title())
    action = ServerAction("system:shop_quote", {"offer": name})
    return OfferCell(icon, literal(name.title()), action, **more)  # type: ignore[arg-type]


@pytest.mark.behaviour("CARD-041", "NOTE-008")
@pytest.mark.parametrize(
    ("columns", "rows", "cells", "pages"), [(6, 3, 18, 2), (2, 2, 4, 5), (12, 12, 20, 1)]
)
def test_a_page_of_a_grid_holds_columns_times_rows(
    columns: int, rows: int, cells: int, pages: int
) -> None:
    items = tuple(ItemPreview(f"example:i{n}", f"I{n}") for n in range(20))
    node = f'{{"type": "grid", "source": "items", "columns": {columns}, "max_row": {rows}}}'

    grid = only(make.laid_out(ItemQueryOutput("i", items), node), BoundGrid)

    assert (len(grid.cells), grid.pages, grid.columns) == (cells, pages, columns)


@pytest.mark.behaviour("CARD-042", "SHOP-017")
def test_shop_and_item_lookup_share_the_content_of_a_cell() -> None:
    shop = only(make.view_of(make.sample("shop")), BoundGrid)
    items = only(make.view_of(make.sample("item_query")), BoundGrid)

    assert all(isinstance(cell.content, BoundOffer) for cell in (*shop.cells, *items.cells))


@pytest.mark.behaviour("SHOP-014", "SHOP-017")
@pytest.mark.parametrize(
    ("cell", "price", "item"),
    [
        (offer("bread", price_item=EMERALD), "3 × Emerald", EMERALD),
        (offer("torch", price=literal("free")), "free", None),
        (offer("sword", price=literal("120 coins")), "120 coins", None),
    ],
    ids=["one item", "free", "other"],
)
def test_a_price_is_one_item_or_words(
    cell: OfferCell, price: str, item: ItemPreview | None
) -> None:
    content = only(make.view_of(ShopCatalogOutput((cell,))), BoundOffer)

    assert (content.price, content.price_item) == (price, item)


@pytest.mark.behaviour("CARD-048", "CARD-045")
def test_categories_are_picked_locally_and_each_keeps_its_page() -> None:
    card = make.sample("shop")
    first = only(shown(card, CardViewState()), BoundGrid)
    rare = next(c for c in first.categories if c.id == "rare")
    assert rare.button.action == LocalAction("select", "rare")

    state = CardViewState(page=3).after(LocalAction("select", "rare"))
    assert [cell.name.split(" · ")[0] for cell in only(shown(card, state), BoundGrid).cells] == [
        "4 × Ender Pearl",
        "Nether Star",
    ]
    assert state.after(LocalAction("select", "")).page == 3


def test_a_category_of_nothing_is_greyed_and_the_first_filled_one_is_seen() -> None:
    grid = only(make.view_of(make.sample("shop")), BoundGrid)

    assert [(c.id, c.count, c.selected, c.button.enabled) for c in grid.categories] == [
        ("food", 2, True, True),
        ("tools", 3, False, True),
        ("rare", 2, False, True),
        ("pets", 0, False, False),
    ]


@pytest.mark.behaviour("CARD-057", "CARD-074")
def test_a_cell_of_an_item_asks_for_its_sources() -> None:
    cell: BoundCell = only(make.view_of(make.sample("item_query")), BoundGrid).cells[1]

    assert cell.choice is not None
    assert cell.choice.action == ServerAction(
        "system:item_sources", {"item": "minecraft:iron_block"}
    )
    assert cell.tooltip == ("Block of Iron", "minecraft:iron_block")


@pytest.mark.behaviour("LOT-007", "LOT-008")
def test_a_pool_shows_its_two_best_prizes_and_opens_by_its_cell() -> None:
    view = make.view_of(make.sample("lottery"))
    cell = only(view, BoundGrid).cells[0]

    assert isinstance(cell.content, BoundOffer)
    assert cell.content.lines == ("Nether Star", "Elytra")
    assert cell.choice is not None
    button = next(button for button in view.buttons if button.id == "pool.0")
    assert cell.choice.action == button.action
    assert dict(cell.choice.action.arguments)["catalog"] == "7"


@pytest.mark.behaviour("INBOX-005")
def test_a_locked_entry_is_a_line_that_cannot_be_opened() -> None:
    entries = only(make.view_of(make.sample("inbox")), BoundList).entries

    assert [entry.choice is not None for entry in entries] == [True, True, False]
    assert entries[2].detail == "Payment unknown; an operator can settle it"
    assert entries[2].icon is None


@pytest.mark.behaviour("PLAYER-003")
def test_a_table_is_rows_and_columns() -> None:
    view = make.view_of(make.sample("player"))

    table = only(view, BoundTable)
    assert (len(table.headers), len(table.rows)) == (2, 6)
    assert "Health: 18 of 20" in view.plain


def test_a_list_of_texts_turns_pages_and_counts_on() -> None:
    card = make.quest_detail(description=tuple("abcde"))
    node = '{"type": "list", "source": "description", "mark": "number", "page_size": 2}'
    library = make.library_with("system:quest_detail", f'{{"nodes": [{node}]}}')

    assert make.view_with(card, library, page=1).plain == ("3. c", "4. d")


def test_a_list_of_records_shows_no_record() -> None:
    view = make.laid_out(make.quest_list(), '{"type": "list", "source": "quests"}')

    assert "holds records" in view.fault
    assert view.plain[0] == "Open quests"
