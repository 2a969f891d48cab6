"""Cards as values: shown, replaced, removed, opened from one another, closed."""

from __future__ import annotations

import pytest

from companion.client.events import (
    CardPressed,
    CardUpdated,
    EngineGone,
    Event,
    FrontClosed,
    Origin,
    PageTurned,
    RequestBegan,
    RequestEnded,
    WentBack,
)
from companion.client.live_cards import MAX_BACK
from companion.client.reducer import reduce
from companion.client.state import EMPTY, MAX_CARDS, MAX_QUEUED, ClientState
from companion.language.phrase import literal
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestState
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import RemoveCard, ReplaceCard
from tests.helpers.client_rig import quest_list, show

LIST, DETAIL, OTHER = (show(number=n).ref for n in (1, 2, 3))


def after(*events: Event, state: ClientState = EMPTY) -> ClientState:
    for event in events:
        state = reduce(state, event)
    return state


def shown(number: int = 1, revision: int = 0, origin: Origin = Origin.ANSWER) -> CardUpdated:
    return CardUpdated(show(number=number, revision=revision), origin)


def replaced(ref: CardRef, revision: int) -> CardUpdated:
    return CardUpdated(ReplaceCard(CardRef(ref.id, revision), quest_list(2)), Origin.ANSWER)


def removed(ref: CardRef) -> CardUpdated:
    return CardUpdated(RemoveCard(ref), Origin.ANSWER)


def front(state: ClientState) -> int:
    """Number of the front card; 0 for none."""
    return state.front.id.int if state.front else 0


def test_an_answer_takes_the_front_and_remembers_what_was_there() -> None:
    state = after(shown(1), shown(2))
    assert front(state) == 2
    assert state.card(DETAIL).parent == LIST


@pytest.mark.behaviour("CARD-050")
def test_going_back_finds_the_card_on_its_page() -> None:
    state = after(shown(1), PageTurned(LIST, 3), shown(2), WentBack())
    assert front(state) == 1
    assert state.card(LIST).view.page == 3


@pytest.mark.behaviour("CARD-051")
def test_closing_a_detail_closes_the_list_behind_it() -> None:
    assert front(after(shown(1), shown(2), FrontClosed())) == 0


@pytest.mark.behaviour("CARD-024", "CARD-048")
def test_a_replacement_keeps_place_page_and_parent() -> None:
    state = after(shown(1), PageTurned(LIST, 1), shown(2), replaced(LIST, 1))
    assert front(state) == 2
    assert state.card(LIST).ref.revision == 1
    assert state.card(LIST).view.page == 1
    assert len(state.card(LIST).data.quests) == 2


@pytest.mark.behaviour("CARD-027")
@pytest.mark.parametrize(
    "stale",
    [replaced(LIST, 4), replaced(LIST, 5), shown(1, 5), removed(CardRef(LIST.id, 4))],
    ids=["older replacement", "same replacement", "shown again", "older removal"],
)
def test_a_stale_update_changes_nothing(stale: CardUpdated) -> None:
    state = after(shown(1, revision=5))
    assert after(stale, state=state) is state


def test_an_update_of_an_unknown_card_changes_nothing() -> None:
    assert after(replaced(LIST, 1), removed(LIST)) is EMPTY


@pytest.mark.behaviour("CARD-026")
def test_a_removed_card_can_still_be_read_and_gives_way_to_its_parent() -> None:
    state = after(shown(1), shown(2), removed(DETAIL))
    assert front(state) == 1
    assert state.card(DETAIL).active is False


def test_a_removed_card_comes_back_only_when_shown_anew() -> None:
    state = after(shown(1), removed(LIST), replaced(LIST, 1))
    assert state.card(LIST).active is False
    assert after(shown(1, revision=2), state=state).card(LIST).active is True


@pytest.mark.behaviour("NOTE-003")
def test_a_notice_waits_until_the_front_card_is_closed() -> None:
    state = after(shown(1), shown(2, origin=Origin.NOTICE))
    assert front(state) == 1
    assert front(after(FrontClosed(), state=state)) == 2


@pytest.mark.behaviour("PROTO-034")
def test_a_late_card_takes_over_nothing() -> None:
    state = after(shown(1), shown(2, origin=Origin.LATE))
    assert front(state) == 1
    assert state.card(DETAIL) is not None
    assert front(after(FrontClosed(), state=state)) == 0


def test_a_card_removed_while_it_waits_never_comes() -> None:
    state = after(shown(1), shown(2, origin=Origin.NOTICE), removed(DETAIL))
    assert (front(state), state.queued) == (1, ())
    assert front(after(FrontClosed(), state=state)) == 0


@pytest.mark.behaviour("NOTE-001", "NOTE-002")
def test_the_queue_is_bounded_and_cards_with_buttons_stay_longest() -> None:
    detail = QuestOutput("0" * 16, "T", "", "C", QuestState.OPEN, literal(""), (), (), (), (), ())
    with_button = CardUpdated(show(detail, number=100), Origin.NOTICE)
    plain = [shown(n, origin=Origin.NOTICE) for n in range(2, MAX_QUEUED + 2)]
    state = after(shown(1), with_button, *plain)
    assert len(state.queued) == MAX_QUEUED
    assert state.queued[0].id.int == 100
    assert state.queued[1].id.int == 3


@pytest.mark.behaviour("NOTE-004", "NOTE-005")
def test_a_pressed_card_waits_until_the_request_ends() -> None:
    state = after(shown(1), CardPressed(LIST), RequestBegan())
    assert state.card(LIST).waiting
    assert not after(RequestEnded(), state=state).card(LIST).waiting


@pytest.mark.behaviour("CARD-029")
def test_cards_of_an_ended_connection_are_read_only() -> None:
    state = after(shown(1), shown(2, origin=Origin.NOTICE), EngineGone())
    assert not any(card.active for card in state.cards)
    assert front(state) == 1
    assert state.queued == ()


def test_a_card_shown_again_on_top_of_itself_does_not_become_its_own_parent() -> None:
    state = after(shown(1), shown(2), shown(1, revision=1))
    assert state.card(LIST).parent is None
    assert front(after(WentBack(), state=state)) == 1


def test_a_player_who_never_closes_a_card_goes_back_a_long_way_and_no_card_stays_for_ever() -> None:
    state = after(*(shown(number) for number in range(1, 1001)))
    assert len(state.cards) == MAX_CARDS
    steps = 0
    while (behind := after(WentBack(), state=state)).front != state.front:
        state, steps = behind, steps + 1
    assert steps >= MAX_BACK - 1


def test_old_cards_are_forgotten_but_never_those_that_can_be_gone_back_to() -> None:
    late = [shown(n, origin=Origin.LATE) for n in range(10, 10 + MAX_CARDS)]
    state = after(shown(1), shown(2), *late)
    assert len(state.cards) == MAX_CARDS
    assert front(after(WentBack(), state=state)) == 1


@pytest.mark.parametrize(
    "event",
    [WentBack(), FrontClosed(), PageTurned(LIST, 1), CardPressed(LIST), EngineGone()],
    ids=lambda event: type(event).__name__,
)
def test_without_a_card_nothing_happens(event: Event) -> None:
    assert after(event) is EMPTY


@pytest.mark.behaviour("CARD-021")
def test_of_each_card_the_latest_message_revision_and_state_are_kept() -> None:
    state = after(shown(1), shown(2), replaced(LIST, 4), replaced(LIST, 3), removed(DETAIL))
    first, second = state.card(LIST), state.card(DETAIL)

    assert (first.ref.revision, len(first.data.quests), first.active) == (4, 2, True)
    assert (second.ref.revision, second.active) == (0, False)
