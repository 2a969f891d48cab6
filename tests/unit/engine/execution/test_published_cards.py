"""The engine keeps which cards are out and in which revision, and nothing that is on them."""

from __future__ import annotations

import sys

import pytest

from companion.engine.execution.cards import MOST_CARDS
from companion.engine.execution.player import Player
from companion.protocol.cards.help import HelpCard
from companion.protocol.cards.ref import CardRef
from tests.helpers import cards_make as make


def reserved(player: Player, ref: CardRef) -> CardRef:
    found = player.cards.reserve(ref)
    assert found
    return found


@pytest.mark.behaviour("CARD-023")
def test_overlapping_actions_have_revisions_of_their_own_in_the_order_of_their_start() -> None:
    player = Player()
    card = player.show(HelpCard((), ()))
    first, second = reserved(player, card), reserved(player, card)

    assert card.revision < first.revision < second.revision
    assert player.cards.is_current(card)


@pytest.mark.behaviour("CARD-023")
def test_an_answer_that_comes_after_a_later_one_is_not_shown() -> None:
    player = Player()
    card = player.show(HelpCard((), ()))
    first, second = reserved(player, card), reserved(player, card)

    assert [player.cards.revise(second), player.cards.revise(first)] == [True, False]
    assert player.cards.is_current(second)


@pytest.mark.behaviour("CARD-023")
def test_nothing_is_reserved_for_a_press_on_what_was_replaced() -> None:
    player = Player()
    card = player.show(HelpCard((), ()))
    player.cards.revise(reserved(player, card))

    assert player.cards.reserve(card) is None


@pytest.mark.behaviour("CARD-022")
@pytest.mark.parametrize(
    "card",
    [HelpCard((), ()), make.quest_list(), make.quest_detail(), make.item_sources()],
    ids=lambda card: type(card).__name__,
)
def test_no_card_stays_with_the_engine(card: HelpCard) -> None:
    player = Player()
    held = sys.getrefcount(card)
    ref = player.show(card)

    assert sys.getrefcount(card) == held
    assert player.cards.is_current(ref)


@pytest.mark.behaviour("CARD-022", "CARD-027")
def test_of_many_cards_the_latest_revisions_are_known() -> None:
    player = Player()
    first = player.show(HelpCard((), ()))
    revised = reserved(player, first)
    assert player.cards.revise(revised)
    known = [player.cards.is_current(first), player.cards.is_current(revised)]
    for _ in range(MOST_CARDS):
        player.show(HelpCard((), ()))

    assert known == [False, True]
    assert not player.cards.is_current(revised)
