"""What a client's first state takes over from the client before it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.client.beginning import first_state
from companion.client.events import CardUpdated, Origin, RequestBegan, Said
from companion.client.reducer import reduce
from companion.client.state import EMPTY, ClientState, Entry, Health, Phase, Speaker
from companion.language.phrase import literal
from companion.support.errors import Failure
from tests.helpers.client_rig import show


@pytest.fixture
def before() -> ClientState:
    """A conversation with an open card and a request under way."""
    state = replace(EMPTY, locale="en_us")
    said = Said(Speaker.PLAYER, literal("help"))
    for event in (said, CardUpdated(show(), Origin.ANSWER), RequestBegan()):
        state = reduce(state, event)
    return state


def test_the_first_client_begins_with_every_part_starting() -> None:
    state = first_state("zh_cn")
    assert (state.locale, state.entries) == ("zh_cn", ())
    assert {part.health for part in state.parts} == {Health.STARTING}


def test_the_conversation_stays_and_its_cards_cannot_be_pressed(before: ClientState) -> None:
    state = first_state("zh_cn", before)
    assert (state.locale, state.front) == ("zh_cn", before.front)
    assert state.entries[: len(before.entries)] == before.entries
    assert [card.active for card in state.cards] == [False]


def test_nothing_of_the_old_request_goes_on(before: ClientState) -> None:
    state = first_state("en_us", before)
    assert (state.waiting, state.voice.phase) == (False, Phase.IDLE)
    assert {part.health for part in state.parts} == {Health.STARTING}


@pytest.mark.behaviour("CLIENT-005")
def test_the_revision_goes_on_counting(before: ClientState) -> None:
    assert first_state("en_us", before).revision > before.revision


ASKED = Entry(7, Speaker.PLAYER, literal("claim it"))


def test_what_the_client_before_waited_for_is_told_and_left_to_be_asked_again() -> None:
    before = replace(EMPTY, entries=(ASKED,), waiting=True)
    state = first_state("en_us", before)
    assert state.entries[-1].words.key == "failure.began_anew"
    assert (state.draft, state.waiting) == ("claim it", False)
    assert state.trouble is not None
    assert state.trouble.reason is Failure.BEGAN_ANEW


def test_what_the_player_is_writing_is_not_written_over() -> None:
    before = replace(EMPTY, entries=(ASKED,), waiting=True, draft="help")
    assert first_state("en_us", before).draft == "help"


def test_nothing_is_told_where_nothing_was_asked() -> None:
    before = replace(EMPTY, entries=(ASKED,))
    assert first_state("en_us", before).entries == (ASKED,)
