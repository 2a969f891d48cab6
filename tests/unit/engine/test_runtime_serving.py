"""Preferences, history and usage: what is served beside what runs."""

from __future__ import annotations

import threading
import uuid
from pathlib import Path

import pytest

from companion.engine.models.booking import ModelBooking
from companion.engine.models.model import ModelUsage
from companion.engine.players import PlayerIdentity
from companion.engine.presence import Grant
from companion.engine.runtime import Runtime, Setup
from companion.protocol.requests import Chat, Control, ControlAction, SetPreferences, UsageRequest
from companion.protocol.responses import (
    AssistantTurn,
    History,
    Outcome,
    Reply,
    State,
    Usage,
    UserTurn,
)
from companion.support.errors import Failure
from tests.helpers.engine_client import Mind, arriving
from tests.helpers.engine_desk import FakePeer
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import world

LINK = FakeLink(book_of(quest(1, "Stone Age"), quest(2, "Stone Bridge")))
STRANGER = PlayerIdentity(uuid.UUID(int=7), "Steve")


async def history(someone: Mind) -> History:
    request = Control(uuid.uuid4(), ControlAction.HISTORY)
    someone.runtime.take(request, someone.identity, someone.peer)
    return await someone.peer.until(History, lambda one: one.request == request.request)


async def usage(someone: Mind, *, everyone: bool) -> Usage | Reply:
    request = UsageRequest(uuid.uuid4(), everyone)
    someone.runtime.take(request, someone.identity, someone.peer)
    return await someone.peer.until((Usage, Reply), lambda one: one.request == request.request)  # type: ignore[arg-type]


@pytest.mark.behaviour("PROTO-022", "PROTO-023", "CHAT-008")
async def test_the_history_holds_words_and_answers(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        await someone.say("show my quests")
        said, answered = (await history(someone)).entries
    assert isinstance(said, UserTurn)
    assert isinstance(answered, AssistantTurn)
    assert (said.text, len(answered.cards), said.request) == (
        "show my quests",
        1,
        answered.request,
    )


@pytest.mark.behaviour("STORE-047", "PROTO-011")
async def test_a_cleared_conversation_is_gone(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        await someone.say("show my quests")
        _, cleared = await someone.ask(Control(uuid.uuid4(), ControlAction.CLEAR))
        left = await history(someone)
    assert (cleared.outcome, left.entries) == (Outcome.SUCCEEDED, ())


async def test_history_switched_off_forgets_what_was_said_before(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        await someone.say("show my quests")
        await someone.ask(SetPreferences(uuid.uuid4(), True, True, False))
        while_off = await history(someone)
        await someone.ask(SetPreferences(uuid.uuid4(), True, True, True))
        left = await history(someone)
    assert (while_off.entries, left.entries) == ((), ())
    assert b"show my quests" not in (tmp_path / "system" / "chat.sqlite").read_bytes()


@pytest.mark.behaviour("PROTO-012", "CHAT-007")
async def test_preferences_survive_a_restart(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        _, saved = await someone.ask(SetPreferences(uuid.uuid4(), True, True, False))
        await someone.say("show my quests")
    async with world(LINK, tmp_path) as someone:
        state = await someone.state("en_us")
        left = await history(someone)
    assert saved.outcome == Outcome.SUCCEEDED
    assert state.entitlement
    assert (state.entitlement.history, state.entitlement.external) == (False, True)
    assert left.entries == ()


@pytest.mark.behaviour("ENG-065")
async def test_an_unbound_player_keeps_nothing(tmp_path: Path) -> None:
    runtime = Runtime(Setup(LINK, folder=tmp_path, grant=Grant()))
    async with arriving(runtime, player=STRANGER) as someone:
        _, answer = await someone.ask(SetPreferences(uuid.uuid4(), False, False, False))
        assert await runtime.world.store.players() == ()
    assert answer.failure == Failure.NOT_BOUND


@pytest.mark.behaviour("PROTO-038", "USAGE-018")
async def test_only_operators_see_everybodys_usage(tmp_path: Path) -> None:
    booked = ModelBooking(str(uuid.UUID(int=9)), "test/model", ModelUsage(10, 0, 5))
    async with world(LINK, tmp_path) as someone:
        assert someone.runtime.world.usage is not None
        someone.runtime.world.usage.book(booked)
        mine, all_of_it = await usage(someone, everyone=False), await usage(someone, everyone=True)
        someone.identity = STRANGER
        someone.runtime.connected(STRANGER, someone.peer)
        refused = await usage(someone, everyone=True)
    assert isinstance(mine, Usage)
    assert isinstance(all_of_it, Usage)
    assert (mine.models, all_of_it.models[0].total.input) == ((), 10)
    assert isinstance(refused, Reply)
    assert refused.code == Failure.NOT_PERMITTED


async def test_players_who_are_there_are_told_by_name_and_oneself_by_none(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        someone.runtime.connected(STRANGER, FakePeer(generation=2))
        ledger = someone.runtime.world.usage
        assert ledger is not None
        for player in (STRANGER.uuid, someone.identity.uuid, uuid.UUID(int=9)):
            ledger.book(ModelBooking(str(player), "test/model", ModelUsage(10, 0, 5)))
        all_of_it, mine = await usage(someone, everyone=True), await usage(someone, everyone=False)
    assert isinstance(all_of_it, Usage)
    assert isinstance(mine, Usage)
    assert {"Steve", str(uuid.UUID(int=9))} <= {used.player for used in all_of_it.models}
    assert [used.player for used in mine.models] == [""]


async def test_what_was_served_is_served_again_under_the_same_id(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        request = Control(uuid.uuid4(), ControlAction.HISTORY)
        someone.runtime.take(request, someone.identity, someone.peer)
        await someone.peer.until(History)
        await someone.say("show my quests")
        someone.runtime.take(request, someone.identity, someone.peer)
        later = await someone.peer.until(History, lambda one: len(one.entries) == 2)
    assert later.request == request.request


async def test_serving_does_not_wait_for_what_runs(tmp_path: Path) -> None:

    link = FakeLink(LINK.quest_book, gate=threading.Event())
    async with world(link, tmp_path) as someone:
        someone.runtime.take(Chat(uuid.uuid4(), "show my quests"), someone.identity, someone.peer)
        assert (await history(someone)).entries == ()
        assert link.gate is not None
        link.gate.set()
        await someone.peer.until(Reply)


async def test_a_choice_is_told_to_the_players_other_companion(tmp_path: Path) -> None:
    async with world(LINK, tmp_path) as someone:
        other = FakePeer(generation=2)
        someone.runtime.connected(someone.identity, other)
        await someone.ask(SetPreferences(uuid.uuid4(), False, True, True))
        state = await other.until(State)
    assert state.entitlement
    assert not state.entitlement.external
