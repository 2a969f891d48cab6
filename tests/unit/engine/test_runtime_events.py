"""What events set off: told to the player who is there, kept for the one who is not."""

from __future__ import annotations

import asyncio
import uuid
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.events import Event
from companion.engine.execution.result import AgentResult, silently_done, succeeded
from companion.engine.execution.workflow import Workflow
from companion.engine.modules.context import ModuleContext
from companion.engine.modules.extensions import Extensions
from companion.engine.players import LOCAL_PLAYER
from companion.engine.runtime import Extend, Runtime, Setup
from companion.engine.services import EVENT_RULES, GAME_QUEUE
from companion.language.phrase import literal
from companion.protocol.responses import Notice
from companion.support.errors import CompanionError, Failure
from tests.helpers.engine_client import words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import world

LINK = FakeLink(book_of(quest(1, "Stone Age")))


class Praise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What for."""

    deed: str


def praising(*, silent: bool = False, rule: bool = True, run: Any = None) -> Extend:
    """A feature that praises a player when something happened."""

    async def praise(given: Praise, context: ExecutionContext) -> AgentResult:
        return silently_done() if silent else succeeded(literal(f"Well done: {given.deed}"))

    flow = Workflow("test:praise", Praise, run or praise, interactive=False, events=True)

    def offer(context: ModuleContext) -> None:
        if rule:
            context.get(EVENT_RULES)["test:rule"] = ("test:praise", {"deed": "mining"})

    def register(engine: AgentEngine) -> None:
        engine.register_module(flow)

    def extend(extensions: Extensions) -> None:
        extensions.on_services(offer)
        extensions.on_registration(register)

    return extend


def happened(deed: str = "mining") -> Event:
    return Event(
        uuid.uuid4().hex, "test:rule", LOCAL_PLAYER.uuid, "en_us", "test:praise", {"deed": deed}
    )


async def test_what_an_event_brings_is_told_unasked(tmp_path: Path) -> None:
    async with world(LINK, tmp_path, extend=praising()) as someone:
        assert await someone.runtime.events.accept(happened())
        notice = await someone.peer.until(Notice)
    assert words(notice.text) == "Well done: mining"


async def test_the_same_event_counts_once(tmp_path: Path) -> None:
    event = happened()
    async with world(LINK, tmp_path, extend=praising()) as someone:
        assert await someone.runtime.events.accept(event)
        await someone.peer.until(Notice)
        assert not await someone.runtime.events.accept(event)


async def test_an_event_without_its_rule_does_nothing(tmp_path: Path) -> None:
    async with world(LINK, tmp_path, extend=praising(rule=False)) as someone:
        with pytest.raises(CompanionError) as refused:
            await someone.runtime.events.accept(happened())
    assert refused.value.failure == Failure.NOT_PERMITTED


@pytest.mark.behaviour("ENG-055")
async def test_a_silent_event_is_not_told(tmp_path: Path) -> None:
    async with world(LINK, tmp_path, extend=praising(silent=True)) as someone:
        await someone.runtime.events.accept(happened())
        await someone.say("help")
        assert [m for m in someone.peer.sent if isinstance(m, Notice)] == []


def test_a_rule_that_names_nothing_stops_the_engine() -> None:

    def extend(extensions: Extensions) -> None:
        extensions.on_services(lambda c: c.get(EVENT_RULES).update({"test:r": ("test:no", {})}))

    with pytest.raises(ValueError, match="test:no"):
        Runtime(Setup(LINK, extend=extend))


async def test_game_calls_are_made_in_a_tick(tmp_path: Path) -> None:
    queues = []

    def extend(extensions: Extensions) -> None:
        extensions.on_services(lambda context: queues.append(context.get(GAME_QUEUE)))

    async with world(LINK, tmp_path, extend=extend):
        assert await queues[0].submit(lambda: "called") == "called"


@pytest.mark.behaviour("PROTO-033")
async def test_what_an_event_began_before_a_revoke_is_not_told_after_a_new_grant(
    tmp_path: Path,
) -> None:
    begun, gate, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def run(given: Praise, context: ExecutionContext) -> AgentResult:
        begun.set()
        try:
            await gate.wait()
        except asyncio.CancelledError:
            ended.set()
            raise
        return succeeded(literal(f"Well done: {given.deed}"))

    async with world(LINK, tmp_path, extend=praising(run=run)) as someone:
        assert await someone.runtime.events.accept(happened("old"))
        await asyncio.wait_for(begun.wait(), 60)
        await someone.runtime.bindings.revoke(LOCAL_PLAYER.uuid)
        assert ended.is_set()  # by the revoke: by its own deadline it would be a quarter minute
        await someone.runtime.bindings.grant(LOCAL_PLAYER.uuid, "system:default")
        await someone.runtime.presence.refresh(LOCAL_PLAYER.uuid)
        gate.set()
        assert await someone.runtime.events.accept(happened("new"))
        told = await someone.peer.until(Notice)
        notices = [words(one.text) for one in someone.peer.sent if isinstance(one, Notice)]
    assert words(told.text) == "Well done: new"
    assert notices == ["Well done: new"]
