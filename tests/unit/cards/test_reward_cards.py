"""What cards of items, draws and rewards show of what an engine sends."""

from __future__ import annotations

import msgspec
import pytest

from companion.cards.view import Variant
from companion.language.phrase import literal
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.lottery import MOST_PRIZES, LotteryPoolOutput, LotteryPrize
from companion.protocol.cards.reward import SignInOutput
from companion.support.paths import shipped
from tests.helpers import cards_make as make


def pool(count: int, total: int) -> LotteryPoolOutput:
    """A pool that shows some prizes of weight 1 among more."""
    prizes = tuple(
        LotteryPrize(ItemPreview(f"test:prize_{n}", f"Prize {n}"), 1) for n in range(count)
    )
    return LotteryPoolOutput(literal("Pool"), prizes, total_weight=total, total_prizes=total)


def travelled(card: CardData) -> CardData:
    """The card as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(card), type=CardData)  # type: ignore[arg-type]


@pytest.mark.behaviour("ITEM-036")
def test_sources_of_an_item_are_laid_out_by_their_own_template() -> None:
    card = make.sample("item_sources")
    view = make.view_of(card)

    assert card.build_card().template == "system:item_sources"
    assert (shipped("cards") / "system" / "item_sources.json").is_file()
    assert (view.fault, bool(view.nodes)) == ("", True)


@pytest.mark.behaviour("LOT-010")
def test_chances_of_a_pool_are_those_among_all_its_prizes_seen_or_not() -> None:
    told = make.view_of(travelled(pool(MOST_PRIZES, total=200))).plain

    assert sum("0.5%" in line.replace(" ", "") for line in told) >= 1
    assert not any("1.6%" in line.replace(" ", "") for line in told)


@pytest.mark.behaviour("LOT-010")
def test_a_pool_that_would_carry_more_prizes_than_fit_is_refused() -> None:
    assert travelled(pool(MOST_PRIZES, total=80))
    with pytest.raises(msgspec.ValidationError, match="64"):
        travelled(pool(MOST_PRIZES + 1, total=80))


@pytest.mark.behaviour("SIGN-009")
@pytest.mark.parametrize("variant", list(Variant))
def test_what_a_sign_in_gives_is_shown_with_the_name_of_its_pack(variant: Variant) -> None:
    card = SignInOutput(
        literal("Hello"),
        literal("Monday"),
        pack=literal("Traveller's bundle"),
        items=(ItemPreview("minecraft:bread", "Bread", 8),),
    )
    told = "\n".join(make.view_of(travelled(card), variant=variant).plain)

    assert "Traveller's bundle" in told
    assert "Bread" in told.partition("Traveller's bundle")[2]
