"""The core over the store that players get, on a disk of the test's own."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.events import Event, EventExecutor, World
from companion.engine.execution.interactive import InteractiveExecutor
from companion.engine.execution.result import AgentResult, succeeded
from companion.engine.storage.event_task import TaskState
from companion.engine.storage.sqlite_store import SqliteStore
from companion.language.phrase import literal
from companion.support.errors import Failure
from tests.helpers.agent_rig import (
    ALEX,
    CREDIT,
    Amount,
    Counter,
    FakeRights,
    FakeSelector,
    asked,
    workflow,
)
from tests.helpers.clock import ManualClock
from tests.helpers.store_rig import opened


class Life:
    """One process over the store: its action credits, then waits for `gate` while that is set."""

    def __init__(self, store: SqliteStore, counter: Counter) -> None:
        self.gate: asyncio.Event | None = None
        self.credited = asyncio.Event()
        self.ended = asyncio.Event()
        engine = AgentEngine(store, FakeRights(), ManualClock())
        tools = (counter.creditor(for_events=True),)
        engine.register_module(workflow(run=self.act, tools=tools, events=True))
        engine.start()
        self.talk = InteractiveExecutor(engine, FakeSelector())
        world = World(lambda: {"rule:one"}, lambda _: True, lambda *_: self.ended.set())
        self.events = EventExecutor(engine, store, world)

    async def act(self, _: Any, context: ExecutionContext) -> AgentResult:
        await context.tool(CREDIT, "pay", Amount(5))
        self.credited.set()
        if self.gate:
            await self.gate.wait()
        return succeeded(literal("paid"))


@pytest.mark.behaviour("ENG-019", "ENG-021", "ENG-030")
async def test_a_request_that_was_cut_off_is_finished_once_and_then_replayed(
    tmp_path: Path,
) -> None:
    counter, request = Counter(), asked()
    async with opened(tmp_path) as store:
        first = Life(store, counter)
        first.gate = asyncio.Event()
        lost = first.talk.submit(request)
        await asyncio.wait_for(first.credited.wait(), 10)
        await first.talk.close()
    async with opened(tmp_path) as store:
        results = [await Life(store, counter).talk.submit(request) for _ in range(2)]
        other = await Life(store, counter).talk.submit(asked("other", request=request.request))

    assert lost.result().code == Failure.CANCELLED
    assert results == [succeeded(literal("paid"))] * 2
    assert (other.code, counter.credited) == (Failure.INPUT_CHANGED, 5)


@pytest.mark.behaviour("ENG-023", "ENG-024", "ENG-076")
async def test_an_event_that_was_cut_off_goes_on_in_the_next_process(tmp_path: Path) -> None:
    counter = Counter()
    event = Event("adv/1", "rule:one", ALEX, "en_us", "test:act", {})
    async with opened(tmp_path) as store:
        first = Life(store, counter)
        first.gate = asyncio.Event()
        await first.events.accept(event)
        await asyncio.wait_for(first.credited.wait(), 10)
        await first.events.close()
    async with opened(tmp_path) as store:
        second = Life(store, counter)
        known = await second.events.accept(event)
        await second.events.resume(ALEX)
        await asyncio.wait_for(second.ended.wait(), 10)
        tasks = await store.read(ALEX, lambda snapshot: snapshot.tasks())

    assert (known, counter.credited) == (False, 5)
    assert [task.state for task in tasks] == [TaskState.SUCCEEDED]


@pytest.mark.behaviour("ENG-027", "ENG-025")
async def test_a_write_that_was_cut_off_in_its_midst_is_of_unknown_effect(tmp_path: Path) -> None:
    counter, request = Counter(), asked()
    counter.gate = asyncio.Event()
    async with opened(tmp_path) as store:
        first = Life(store, counter)
        first.talk.submit(request)
        await asyncio.wait_for(counter.begun.wait(), 10)
        await first.talk.close()
    counter.gate = None
    async with opened(tmp_path) as store:
        again = await Life(store, counter).talk.submit(request)

    assert (again.code, counter.credited) == (Failure.EFFECT_UNKNOWN, 5)


@pytest.mark.behaviour("ENG-067", "ENG-018")
async def test_a_revoke_in_the_midst_of_a_task_leaves_nothing_behind(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        life = Life(store, Counter())
        life.gate = asyncio.Event()
        end = life.talk.submit(asked())
        await asyncio.wait_for(life.credited.wait(), 10)
        life.talk._engine.invalidate(ALEX)
        await store.delete(ALEX)
        life.gate.set()

        assert (await end).code == Failure.CANCELLED
        assert await store.players() == ()
