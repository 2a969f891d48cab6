from __future__ import annotations

import asyncio
import dataclasses
from typing import Any
from uuid import UUID

import msgspec
import pytest

from companion.engine.config.agent import AgentConfig
from companion.engine.execution.budget import Spent
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.events import Event, EventExecutor, World
from companion.engine.execution.policy import ADVANCEMENT, ExecutionPolicy
from companion.engine.execution.result import AgentResult, Status, succeeded
from companion.engine.execution.workflow import Workflow
from companion.engine.storage.event_task import EventTask, TaskState
from companion.language.phrase import literal
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_rig import ALEX, CREDIT, READ, Amount, Look, Rig, settle, workflow


class Game:
    """An event executor, its rules and who is online; `gate` holds the reward up."""

    def __init__(self, rig: Rig | None = None, **more: Any) -> None:
        self.rig = rig or Rig("a:x")
        self.rules = {"rule:one"}
        self.online = {ALEX}
        self.ended: list[tuple[str, AgentResult]] = []
        self.gate: asyncio.Event | None = None
        self.rig.started(self.flow(**more), owner="a:x")
        world = World(lambda: self.rules, self.online.__contains__, self.note)
        self.executor = EventExecutor(self.rig.engine, self.rig.store, world)

    def flow(self, **more: Any) -> Workflow[Any]:
        tools = (
            self.rig.counter.creditor(for_events=True),
            self.rig.counter.reader(for_events=True),
        )
        more.setdefault("policy", ADVANCEMENT)
        return workflow(run=self.reward, input=Amount, tools=tools, events=True, **more)

    async def reward(self, given: Amount, context: ExecutionContext) -> AgentResult:
        await context.tool(CREDIT, "credit", given)
        if self.gate:
            await self.gate.wait()
        await context.tool(READ, "look", Look("x"))
        return succeeded(literal("rewarded"))

    def note(self, task: EventTask, _: UUID, result: AgentResult) -> None:
        self.ended.append((task.id, result))

    def event(self, id_: str = "adv/1", **changed: Any) -> Event:
        event = Event(id_, "rule:one", ALEX, "en_us", "test:act", {"count": 5})
        return dataclasses.replace(event, **changed)

    def stored(self, id_: str = "adv/1") -> EventTask:
        return self.rig.store.players[ALEX].events[id_]

    async def crash(self) -> None:
        """The process ends in the midst of a reward."""
        self.gate = asyncio.Event()
        await self.executor.accept(self.event())
        await settle()
        await self.executor.close()

    def restarted(self, policies: Any = None, **more: Any) -> Game:
        again = Game(self.rig.restarted(policies), **more)
        again.rules, again.online = self.rules, self.online
        again.executor._world = World(lambda: again.rules, again.online.__contains__, again.note)
        return again


async def refusal(call: Any) -> Failure:
    with pytest.raises(CompanionError) as caught:
        await call
    return caught.value.failure


@pytest.mark.behaviour("ENG-024", "ENG-049")
async def test_an_event_is_kept_runs_and_ends_without_asking_a_model() -> None:
    game = Game()

    assert await game.executor.accept(game.event())
    await settle()

    assert game.stored().state is TaskState.SUCCEEDED
    assert (game.rig.counter.credited, game.rig.model.requests) == (5, [])
    assert game.ended == [("adv/1", succeeded(literal("rewarded")))]


@pytest.mark.behaviour("ENG-076")
async def test_the_same_event_makes_one_task() -> None:
    game = Game()

    accepted = [await game.executor.accept(game.event()) for _ in range(3)]
    await settle()

    assert accepted == [True, False, False]
    assert (game.rig.counter.credited, len(game.ended)) == (5, 1)


@pytest.mark.behaviour("ENG-022")
async def test_a_task_is_kept_with_all_it_needs_to_go_on() -> None:
    game = Game()
    await game.crash()

    kept = game.stored()

    assert msgspec.json.decode(kept.input) == {
        "action": "test:act",
        "owner": "a:x",
        "language": "en_us",
        "arguments": {"count": 5},
    }
    assert (kept.module, kept.module_version, kept.rule) == ("test:act", "1", "rule:one")
    assert msgspec.json.decode(kept.policy, type=ExecutionPolicy) == ADVANCEMENT
    spent = Spent(tool_calls=1, steps=1, write_steps=1)
    assert msgspec.json.decode(kept.budget, type=Spent) == spent
    assert kept.deadline == game.rig.clock.wall() + 300
    assert [one.step.step for one in game.rig.store.players[ALEX].receipts.values()] == ["credit"]


@pytest.mark.behaviour("ENG-023", "ENG-030")
async def test_a_task_that_was_running_goes_on_and_repeats_no_write() -> None:
    game = Game()
    await game.crash()
    assert game.stored().state is TaskState.RUNNING
    again = game.restarted()

    assert await again.executor.resume(ALEX) == 1
    await settle()

    assert again.stored().state is TaskState.SUCCEEDED
    assert again.rig.counter.credited == 5


@pytest.mark.behaviour("ENG-028")
async def test_recovery_uses_the_policy_and_budget_it_began_with() -> None:
    game = Game(policy=msgspec.structs.replace(ADVANCEMENT, tool_calls=2))
    await game.crash()
    again = game.restarted(AgentConfig(policies={"test:act": {"toolCalls": 99}}))

    await again.executor.resume(ALEX)
    await settle()

    assert [result.code for _, result in again.ended] == [Failure.BUDGET_EXHAUSTED]
    assert again.stored().state is TaskState.PARTIALLY_SUCCEEDED


@pytest.mark.behaviour("ENG-023")
async def test_a_resumed_task_gets_no_new_deadline() -> None:
    game = Game()
    await game.crash()
    game.rig.clock.advance(301)
    again = game.restarted()

    assert await again.executor.resume(ALEX) == 0
    assert again.stored().state is TaskState.FAILED
    assert again.ended[0][1].code == Failure.DEADLINE_EXCEEDED


@pytest.mark.behaviour("ENG-029")
async def test_a_task_whose_rule_was_removed_does_not_run() -> None:
    game = Game()
    await game.crash()
    game.rules.clear()
    again = game.restarted()

    assert await again.executor.resume(ALEX) == 0
    assert again.stored().state is TaskState.FAILED
    assert again.ended[0][1].code == Failure.NOT_PERMITTED


@pytest.mark.behaviour("ENG-029")
async def test_a_rule_that_goes_while_its_task_waits_in_the_lane_stops_it() -> None:
    game = Game()
    await game.executor.accept(game.event())

    game.rules.clear()
    await settle()

    assert game.rig.counter.credited == 0
    assert game.ended[0][1].code == Failure.NOT_PERMITTED


@pytest.mark.behaviour("ENG-024")
async def test_a_task_of_a_player_who_is_away_waits_for_them() -> None:
    game = Game()
    game.online.clear()
    await game.executor.accept(game.event())
    await settle()
    waiting = game.stored().state

    game.online.add(ALEX)
    await game.executor.resume(ALEX)
    await settle()

    assert (waiting, game.stored().state) == (TaskState.WAITING, TaskState.SUCCEEDED)


@pytest.mark.parametrize(
    ("prepare", "changed", "failure"),
    [
        pytest.param(lambda game: game.rig.rights.bound.clear(), {}, Failure.NOT_BOUND, id="bound"),
        pytest.param(lambda game: game.rules.clear(), {}, Failure.NOT_PERMITTED, id="rule"),
        pytest.param(
            lambda game: None, {"arguments": {"count": "x"}}, Failure.INVALID_INPUT, id="arguments"
        ),
        pytest.param(lambda game: None, {"action": "a:b"}, Failure.INVALID_INPUT, id="action"),
        pytest.param(
            lambda game: game.rig.rights.modules.clear(), {}, Failure.NOT_PERMITTED, id="module"
        ),
    ],
)
@pytest.mark.behaviour("ENG-065")
async def test_an_event_that_may_not_run_is_refused_before_anything_is_read(
    prepare: Any, changed: dict[str, Any], failure: Failure
) -> None:
    game = Game()
    prepare(game)

    assert await refusal(game.executor.accept(game.event(**changed))) is failure
    assert game.rig.store.touched == []


@pytest.mark.behaviour("ENG-069")
async def test_a_task_is_not_taken_over_by_another_instance() -> None:
    game = Game()
    await game.crash()
    again = game.restarted()
    again.rig.engine.catalog._candidates["test:act"]["a:y"] = again.flow()
    del again.rig.engine.catalog._candidates["test:act"]["a:x"]

    await again.executor.resume(ALEX)
    await settle()

    assert again.ended[0][1].code == Failure.NOT_PERMITTED


async def test_a_task_of_another_version_of_its_module_ends() -> None:
    game = Game()
    await game.crash()
    again = game.restarted(version="2")

    await again.executor.resume(ALEX)
    await settle()

    assert again.ended[0][1].status is Status.FAILED


async def test_a_revoke_ends_the_players_tasks_for_good() -> None:
    game = Game()
    game.gate = asyncio.Event()
    await game.executor.accept(game.event())
    await settle()

    game.rig.engine.invalidate(ALEX)
    game.executor.cancel(ALEX)
    await settle()

    assert game.rig.counter.reads == []
    assert game.ended == []


async def test_resuming_twice_runs_a_task_once() -> None:
    game = Game()
    await game.crash()
    again = game.restarted()
    again.gate = asyncio.Event()

    assert await again.executor.resume(ALEX) == 1
    assert await again.executor.resume(ALEX) == 0
    again.gate.set()
    await settle()

    assert len(again.ended) == 1


class Asking(Game):
    """Its reward is a model's word; `left` notes the time it has for that."""

    left: float = 0.0

    async def reward(self, given: Amount, context: ExecutionContext) -> AgentResult:
        self.left = context.budget.left_s(self.rig.clock.monotonic())
        await context.model([], output_tokens=5)
        return succeeded(literal("asked"))


@pytest.mark.behaviour("ENG-022")
async def test_a_model_call_is_stored_as_spent_before_it_is_made() -> None:
    game = Asking()
    game.rig.model.held = asyncio.Event()
    await game.executor.accept(game.event())
    await settle()

    spent = msgspec.json.decode(game.stored().budget, type=Spent)

    assert spent == Spent(model_calls=1, steps=1, tokens=5)
    assert game.left == 300
    await game.executor.close()


@pytest.mark.behaviour("ENG-023")
async def test_a_resumed_task_has_the_time_that_was_left() -> None:
    game = Game()
    await game.crash()
    game.rig.clock.advance(299)
    again = Asking(game.rig.restarted())

    await again.executor.resume(ALEX)
    await settle()

    assert again.left == 1
