"""The engine keeps which cards are out and in which revision, and nothing that is on them."""

from __future__ import annotations

import sys

import pytest

from companion.engine.execution.cards import MOST_CARDS
from companion.engine.execution.player import Player
from companion.protocol.cards.help import HelpCard
from tests.helpers import cards_make as make


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
    revised = player.cards.revise(first)
    known = [player.cards.is_current(first), player.cards.is_current(revised)]
    for _ in range(MOST_CARDS):
        player.show(HelpCard((), ()))

    assert known == [False, True]
    assert not player.cards.is_current(revised)
