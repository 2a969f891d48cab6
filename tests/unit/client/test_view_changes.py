"""Categories, sections and collapsing: clicked or said, without a packet."""

from __future__ import annotations

from uuid import UUID

import pytest

from companion.cards.view_state import CardViewState
from companion.client.orders import RestorePins
from companion.client.state import LiveCard
from companion.protocol.cards.builder import LocalAction
from companion.protocol.cards.ref import CardRef
from tests.helpers import cards_make as make
from tests.helpers.client_rig import Rig, show

LOOT = LocalAction("select", "loot")


@pytest.fixture
def rig() -> Rig:
    rig = Rig()
    rig.type("where do I get iron")
    rig.reply("Here.", (show(make.sample("item_sources")),))
    rig.mouth.begin()
    rig.mouth.finish()
    return rig


def front(rig: Rig) -> LiveCard:
    card = rig.state.card(show().ref)
    assert card is not None
    return card


@pytest.mark.behaviour("CARD-015", "CARD-045")
def test_a_click_on_a_category_changes_the_view_and_asks_nobody(rig: Rig) -> None:
    before = (list(rig.asked), rig.mouth.words)

    rig.core.conversation.pressed(show().ref, LOOT)

    assert front(rig).view.category == "loot"
    assert (list(rig.asked), rig.mouth.words) == before


@pytest.mark.behaviour("CARD-045", "CARD-076")
def test_a_category_that_is_said_is_shown_and_confirmed(rig: Rig) -> None:
    asked = len(rig.asked)

    rig.type("loot")

    assert front(rig).view.category == "loot"
    assert len(rig.asked) == asked
    assert rig.mouth.words == ("Showing Loot.",)


@pytest.mark.behaviour("CARD-056")
def test_collapsing_is_kept_with_the_card(rig: Rig) -> None:
    rig.core.conversation.pressed(show().ref, LocalAction("collapse"))
    assert front(rig).view.collapsed

    rig.core.conversation.pressed(show().ref, LocalAction("collapse"))
    assert not front(rig).view.collapsed


def test_a_view_of_a_card_that_is_gone_changes_nothing(rig: Rig) -> None:
    before = rig.state

    rig.core.conversation.pressed(show(number=9).ref, LOOT)

    assert rig.state == before


def test_a_click_on_a_card_that_is_only_pinned_changes_what_is_seen_of_it(rig: Rig) -> None:
    ref = CardRef(UUID(int=77), 0)
    pinned = LiveCard(ref, make.sample("item_sources"), CardViewState(), active=False)
    rig.core.orders.take(RestorePins((pinned,)))
    asked = len(rig.asked)
    rig.core.conversation.pressed(ref, LOOT)

    assert rig.state.pinned[0].view.category == "loot"
    assert len(rig.asked) == asked
