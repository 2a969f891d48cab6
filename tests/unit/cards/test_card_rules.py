"""What holds for every card, whatever it is about: where its parts come from and who decides."""

from __future__ import annotations

import json
import subprocess
import sys

import msgspec
import pytest

from companion.cards.item_text import item_name
from companion.cards.library import load_library
from companion.cards.samples import decode_card, samples
from companion.cards.view import BoundItems, Variant, walk
from companion.language.phrase import literal, phrase
from companion.protocol.cards.builder import CardButton, Placement, ServerAction
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_query import ItemQueryOutput
from companion.protocol.cards.item_sources import ITEM_SOURCES
from companion.protocol.cards.message import MessageOutput
from companion.protocol.cards.shop import ShopQuoteOutput
from companion.protocol.cards.starter_gifts import GiftGroup, StarterGiftOutput
from tests.helpers import cards_make as make

HEAVY = ("PySide6", "companion.ui", "companion.client", "companion.engine", "companion.games")
MORE = CardButton("more", phrase("card.items.more"), ServerAction("a:b", {"offset": "20"}))


TEMPLATE_AND_WORDS = {
    *("item", "count", "have", "done", "others", "rarity", "stack"),
    *("name", "note", "amount", "alternatives"),
}
"""Of an item, on the wire: no picture."""


def travelled(data: CardData) -> CardData:
    """A card as it is after the wire."""
    return decode_card(msgspec.json.encode(data), "wire")


def actions_of(data: CardData) -> list[ServerAction]:
    """Every server action that a card offers."""
    built = data.build_card()
    found = [button.action for button in built.buttons] + [row.action for row in built.choices]
    return [action for action in found if isinstance(action, ServerAction)]


@pytest.mark.behaviour("CARD-004")
def test_what_both_sides_share_of_cards_brings_neither_side_along() -> None:
    program = (
        "import sys, companion.protocol.cards.catalog, companion.protocol.cards.builder\n"
        "import companion.cards.view_builder, companion.cards.library\n"
        f"print([name for name in sys.modules if name.startswith({HEAVY!r})])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    assert done.stdout.decode().strip() == "[]"


@pytest.mark.behaviour("CARD-006")
@pytest.mark.parametrize(
    ("locale", "nameless"), [("en_us", "Unnamed item"), ("zh_cn", "未命名的物品")]
)
def test_what_an_item_is_called_is_found_when_it_is_shown(locale: str, nameless: str) -> None:
    texts = load_library(locale).translations
    unknown = msgspec.json.decode(b'{"item": "nobody:odd_gear", "name": ""}', type=ItemPreview)

    assert item_name(unknown, texts) == "odd gear"
    assert item_name(ItemPreview("", ""), texts) == texts.text("card.item.unnamed")
    assert texts.text("card.item.unnamed") == nameless


@pytest.mark.behaviour("CARD-012")
@pytest.mark.parametrize(
    ("name", "keys"),
    [
        pytest.param("item_query", {"query", "offset"}, id="the terms of a search"),
        pytest.param("shop_quote", {"quote"}, id="a quote"),
        pytest.param("lottery_pool", {"quote"}, id="a quote for a draw"),
        pytest.param("starter_gifts", {"refs"}, id="a claim"),
    ],
)
def test_a_card_holds_all_that_its_next_request_needs(name: str, keys: set[str]) -> None:
    held = [set(action.arguments) for action in actions_of(travelled(make.sample(name)))]

    assert any(keys <= arguments for arguments in held), held


@pytest.mark.behaviour("CARD-017")
@pytest.mark.parametrize("name", [one.name for one in samples("en_us")])
def test_a_press_sends_the_action_that_travelled_whatever_the_card_is_called(name: str) -> None:
    data = make.sample(name)
    library = make.library_with(
        data.build_card().template, '{"nodes": [{"type": "buttons"}, {"type": "choices"}]}'
    )
    view = make.view_with(data, library)
    sent = [button.action for button in view.buttons if isinstance(button.action, ServerAction)]
    sent += [choice.action for choice in view.choices]

    assert view.fault == ""
    assert sent == [action for action in actions_of(data) if action in sent]
    assert bool(sent) is bool(actions_of(data))


@pytest.mark.behaviour("CARD-053")
def test_a_button_says_where_it_stands_and_stands_in_the_body_by_default() -> None:
    button = {"id": "x", "label": {"text": "X"}, "action": {"type": "local", "name": "close"}}
    plain = msgspec.convert(button, CardButton)
    low = msgspec.convert({**button, "placement": "FOOTER"}, CardButton)

    assert (plain.placement, low.placement) == (Placement.BODY, Placement.FOOTER)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**button, "placement": "HEAD"}, CardButton)


@pytest.mark.behaviour("CARD-062")
@pytest.mark.parametrize(
    "words",
    [
        "Take minecraft:diamond and minecraft:stick.",
        '{"item": "minecraft:diamond", "name": "Diamond", "count": 3}',
        '[{"type": "items", "source": "items"}]',
    ],
    ids=["an id", "an item as JSON", "a node as JSON"],
)
def test_an_item_in_words_is_words(words: str) -> None:
    view = make.view_of(MessageOutput(literal("Answer"), (literal(words),)))

    assert not any(isinstance(node, BoundItems) for node in walk(view.nodes))
    assert words in "\n".join(view.plain)


@pytest.mark.behaviour("CARD-068")
@pytest.mark.parametrize("name", ["item_query", "shop", "lottery_pool", "quest_detail"])
def test_of_an_item_only_its_template_and_words_travel(name: str) -> None:
    text = msgspec.json.encode(make.sample(name)).decode()
    parts: list[object] = []
    json.loads(text, object_hook=lambda found: parts.append(found) or found)
    items = [part for part in parts if isinstance(part, dict) and "item" in part]

    assert items
    assert {key for item in items for key in item} <= TEMPLATE_AND_WORDS | {"weight"}
    assert set(ItemPreview.__struct_fields__) == TEMPLATE_AND_WORDS
    assert "png" not in text
    assert "base64" not in text


@pytest.mark.behaviour("ITEM-005")
def test_more_items_is_no_page_and_rows_keep_their_number_before_it() -> None:
    items = tuple(ItemPreview(f"mod:item_{n}", f"Item {n}") for n in range(1, 21))
    card = ItemQueryOutput("item", items, 45, MORE)
    second = make.view_of(card, variant=Variant.NOTIFICATION, page=1)

    assert second.pages > 1
    assert [button.action for button in second.buttons if button.id == "more"] == [MORE.action]
    assert (
        second.choices[0].number
        == len(make.view_of(card, variant=Variant.NOTIFICATION).choices) + 1
    )


@pytest.mark.behaviour("ITEM-006", "CARD-057")
@pytest.mark.parametrize("variant", [Variant.FULL, Variant.NOTIFICATION])
def test_every_item_of_a_search_leads_to_its_sources(variant: Variant) -> None:
    card = ItemQueryOutput("gear", (ItemPreview("mod:gear", "Gear"),), 1)

    [choice] = make.view_of(card, variant=variant).choices
    assert choice.action == ServerAction(ITEM_SOURCES, {"item": "mod:gear"})


@pytest.mark.behaviour("ITEM-007")
@pytest.mark.parametrize(("locale", "hint"), [("en_us", "Try another word"), ("zh_cn", "换个说法")])
def test_a_search_that_finds_nothing_says_so(locale: str, hint: str) -> None:
    view = make.view_of(ItemQueryOutput("unobtainium", ()), locale=locale)

    assert hint in "\n".join(view.plain)


@pytest.mark.behaviour("SHOP-015")
def test_what_cannot_be_bought_shows_its_price_and_why_and_offers_nothing() -> None:
    quote = make.sample("shop_quote_refused")
    view = make.view_of(quote)

    assert isinstance(quote, ShopQuoteOutput)
    assert not quote.available
    assert {"It costs: 9,000 coins", "You have 340 coins; 8,660 are missing."} <= set(view.plain)
    assert not [button for button in view.buttons if isinstance(button.action, ServerAction)]


@pytest.mark.behaviour("NOTE-021")
def test_gifts_that_failed_stay_with_their_error_and_what_can_be_done() -> None:
    again = CardButton("claim", phrase("button.claim"), ServerAction("a:claim", {"ref": "2"}))
    left = StarterGiftOutput(
        (ItemPreview("mod:torch", "Torch"),),
        (GiftGroup("2", "ref", literal("Your inventory is full.")),),
        actions=(again,),
    )
    view = make.view_of(left, variant=Variant.NOTIFICATION)

    assert "Your inventory is full." in view.plain
    assert again.action in [button.action for button in view.buttons]
