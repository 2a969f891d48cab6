"""Cards in the conversation: picked by number or name, left again, gone when they are done."""

from __future__ import annotations

from uuid import UUID

import pytest

from companion.client.contributions.cache import Contributions
from companion.client.orders import ChooseView
from companion.client.state import Phase
from companion.protocol.cards.builder import Action, LocalAction
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import RemoveCard, ReplaceCard
from companion.protocol.limits import MAX_DEADLINE_S
from companion.protocol.requests import CardAction
from companion.protocol.responses import Accepted, Outcome, View
from tests.helpers.client_rig import Rig, quest_list, show


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.mark.behaviour("CLIENT-049")
@pytest.mark.parametrize("said", ["2", "the second one"])
def test_in_compact_mode_a_row_is_picked_by_its_number(rig: Rig, said: str) -> None:
    rig.core.orders.take(ChooseView(View.SIMPLE))
    rig.type("show my quests")
    rig.reply("Here.", (show(quest_list(3)),))
    rig.type(said)
    assert rig.asked[-1] == CardAction(rig.asked[-1].request, show().ref, *action_of(rig, 2))


@pytest.mark.behaviour("CLIENT-049")
def test_in_compact_mode_a_row_is_picked_by_its_name(rig: Rig) -> None:
    rig.core.orders.take(ChooseView(View.SIMPLE))
    rig.type("show my quests")
    rig.reply("Here.", (show(quest_list(3)),))
    rig.type(rig.view().choices[2].label)
    assert rig.asked[-1] == CardAction(rig.asked[-1].request, show().ref, *action_of(rig, 3))


def action_of(rig: Rig, number: int) -> tuple[str, dict[str, str]]:
    """What opening a row does."""
    action = rig.view().choices[number - 1].action
    return action.action, dict(action.arguments)


@pytest.mark.behaviour("NOTE-011")
def test_a_detail_opened_in_a_notice_goes_back_to_the_same_page(rig: Rig) -> None:
    rig.notice("Many", (show(quest_list(23)),))
    rig.core.conversation.pressed(show().ref, LocalAction("next_page"))
    rig.type("the second one")
    assert isinstance(rig.asked[-1], CardAction)
    rig.reply("Detail.", (show(number=2),))
    assert rig.state.front == show(number=2).ref
    rig.core.conversation.pressed(show(number=2).ref, LocalAction("back"))
    assert rig.state.front == show().ref
    assert rig.view().page == 1


@pytest.mark.behaviour("NOTE-020")
def test_a_notice_that_is_done_gives_way_to_the_next(rig: Rig) -> None:
    rig.notice("Gifts", (show(number=1),))
    rig.notice("Quests", (show(number=2),))
    rig.notice("", (RemoveCard(show(number=1).ref),))
    assert rig.state.front == show(number=2).ref


@pytest.mark.behaviour("NOTE-019")
def test_a_silent_reply_ends_the_waiting_and_leaves_no_trace(rig: Rig) -> None:
    rig.type("claim it")
    log = list(rig.log)
    rig.reply("")
    assert not rig.state.waiting
    assert rig.log == log
    assert rig.mouth.said == []
    assert rig.state.voice.phase is Phase.IDLE


@pytest.mark.behaviour("CLIENT-007")
def test_an_announced_deadline_is_waited_for_also_the_longest(rig: Rig) -> None:
    rig.type("a hard question")
    rig.tell(Accepted(rig.last_interactive().request, 90.0))
    rig.advance(89)
    assert rig.state.waiting
    rig.advance(MAX_DEADLINE_S - 89)
    assert not rig.state.waiting


@pytest.mark.behaviour("CLIENT-025", "CLIENT-026")
def test_cards_and_time_that_passes_build_nothing_anew(rig: Rig) -> None:
    contributions = rig.core.orders.contributions
    assert isinstance(contributions, Contributions)
    rig.type("/why")
    builds = contributions.builds
    rig.type("show my quests")
    rig.reply("Here.", (show(quest_list(3)),))
    rig.advance(300)
    rig.type("/why")
    assert contributions.builds == builds
    assert builds > 0


@pytest.mark.behaviour("NOTE-004")
def test_a_second_press_of_a_waiting_card_sends_nothing_even_past_its_buttons(rig: Rig) -> None:
    rig.notice("Many", (show(quest_list(3)),))
    first, second = (rig.view().choices[place].action for place in (0, 1))
    rig.core.conversation.pressed(show().ref, first)
    rig.pump()
    rig.core.conversation.pressed(show().ref, second)
    rig.core.conversation.pressed(show().ref, first)
    rig.pump()
    pressed = [request for request in rig.asked if isinstance(request, CardAction)]
    assert [request.action for request in pressed] == [first.action]
    assert rig.state.card(show().ref).waiting


@pytest.mark.behaviour("NOTE-004")
def test_a_press_of_another_card_meanwhile_is_told_busy_and_that_card_stays_as_it_was(
    rig: Rig,
) -> None:
    rig.notice("Many", (show(quest_list(3)), show(quest_list(3), number=2)))
    action = rig.view().choices[0].action
    rig.core.conversation.pressed(show().ref, action)
    rig.core.conversation.pressed(show(number=2).ref, action)
    rig.pump()

    assert [isinstance(one, CardAction) for one in rig.asked].count(True) == 1
    assert rig.log[-1] == "failure.busy"
    assert [rig.state.card(show(number=n).ref).waiting for n in (1, 2)] == [True, False]


@pytest.mark.behaviour("CARD-023", "CARD-024")
def test_of_two_actions_that_overlapped_each_answer_reaches_its_own_card(rig: Rig) -> None:
    rig.notice("Many", (show(quest_list(3)), show(quest_list(4), number=2)))
    action = rig.view().choices[0].action
    first = press(rig, 1, action)
    rig.core.conversation.cancel()
    press(rig, 2, action)
    second = ReplaceCard(CardRef(show(number=2).ref.id, 1), quest_list(2))
    rig.reply("", (second,))
    late = ReplaceCard(CardRef(show().ref.id, 1), quest_list(1))
    rig.reply("", (late,), to=first)

    shown = [rig.state.card(show(number=n).ref) for n in (1, 2)]
    assert [len(card.data.quests) for card in shown] == [1, 2]
    assert [card.waiting for card in shown] == [False, False]


@pytest.mark.behaviour("CARD-019", "CARD-023")
def test_an_answer_overtaken_by_a_later_one_for_its_card_is_dropped(rig: Rig) -> None:
    rig.notice("Many", (show(quest_list(3)),))
    action = rig.view().choices[0].action
    first = press(rig, 1, action)
    rig.core.conversation.cancel()
    press(rig, 1, action)
    rig.reply("", (ReplaceCard(CardRef(show().ref.id, 2), quest_list(2)),))
    rig.reply("", (ReplaceCard(CardRef(show().ref.id, 1), quest_list(1)),), to=first)

    card = rig.state.card(show().ref)
    assert (card.ref.revision, len(card.data.quests)) == (2, 2)


def press(rig: Rig, number: int, action: Action) -> UUID:
    """Press a row of a card; the id of the request that it makes."""
    rig.core.conversation.pressed(rig.state.card(show(number=number).ref).ref, action)
    rig.pump()
    return rig.last_interactive().request


@pytest.mark.behaviour("CARD-020")
def test_a_failed_reply_may_bring_a_card(rig: Rig) -> None:
    rig.type("claim it")
    rig.reply("No room.", (show(quest_list(3)),), outcome=Outcome.FAILED, code="inventory_full")
    assert rig.state.front == show().ref
    assert rig.view().choices
