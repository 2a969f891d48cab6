"""Tasks that events set off: kept, authorised by a rule, resumed with what they began with.

An event task outlives the process. Its policy, deadline and what it spent are stored with it, so
that neither a restart nor another configuration gives it more than it began with (ENG-022 ff.).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec

from companion.engine.execution.agent_engine import AgentEngine, Execution
from companion.engine.execution.budget import NOTHING, Budget, Spent
from companion.engine.execution.catalog import Candidate
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.failures import AgentFailure, failure_of
from companion.engine.execution.generations import Generation
from companion.engine.execution.policy import ExecutionPolicy
from companion.engine.execution.queues import EVENTS, Lane
from companion.engine.execution.result import AgentResult, Status, error
from companion.engine.execution.scope import Scope
from companion.engine.execution.selection import Source
from companion.engine.storage.event_task import EventTask, TaskState, resume
from companion.engine.storage.store import PlayerStore, Store
from companion.support.errors import CompanionError, Failure, StorageError

logger = logging.getLogger(__name__)

_ENDED = {
    Status.SUCCEEDED: TaskState.SUCCEEDED,
    Status.FAILED: TaskState.FAILED,
    Status.PARTIALLY_SUCCEEDED: TaskState.PARTIALLY_SUCCEEDED,
}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in the game and that a rule gives an action.

    Attributes:
        id: Stable for the event: the same event makes one task.
        rule: Identifier of the rule.
        player: To whom it happened.
        language: Locale of the player as far as it is known.
        action: Identifier of the action.
        arguments: Its arguments.
    """

    id: str
    rule: str
    player: UUID
    language: str
    action: str
    arguments: Mapping[str, object]


class Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an event task is to do, as it is kept."""

    action: str
    owner: str
    language: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class World:
    """What events ask about the world.

    Attributes:
        rules: Identifiers of the rules in force.
        is_online: Whether a player is there to be rewarded.
        finished: Told of every task that ended, and its result.
    """

    rules: Callable[[], Collection[str]]
    is_online: Callable[[UUID], bool]
    finished: Callable[[EventTask, UUID, AgentResult], None]


class EventExecutor:
    """Accepts and resumes event tasks. On the engine's loop."""

    def __init__(self, engine: AgentEngine, store: Store, world: World) -> None:
        self._engine = engine
        self._store = store
        self._world = world
        self._lane = Lane("events", *EVENTS)
        self._running: dict[tuple[UUID, str], asyncio.Future[None]] = {}

    async def accept(self, event: Event) -> bool:
        """Keep an event's task and start it.

        Returns:
            False where the event was known already.

        Raises:
            CompanionError: NOT_BOUND before anything is read; NOT_PERMITTED without its rule;
                INVALID_INPUT; STORAGE_FULL; BUSY, and the task then waits for `resume`.
        """
        engine = self._engine
        if not engine.rights.is_bound(event.player):
            raise CompanionError(Failure.NOT_BOUND)
        if event.rule not in self._world.rules():
            raise CompanionError(Failure.NOT_PERMITTED, event.rule)
        task = self._task(event)
        view = self._store.view(event.player)
        if not await view.update(lambda change: change.enqueue(task)):
            return False
        self._start(event.player, task, view)
        return True

    async def resume(self, player: UUID) -> int:
        """Go on with what a player's last session left, after they came back.

        Returns:
            How many tasks go on.

        Raises:
            CompanionError: NOT_BOUND, or the store's reason.
        """
        if not self._engine.rights.is_bound(player):
            raise CompanionError(Failure.NOT_BOUND)
        view = self._store.view(player)
        tasks = await view.read(lambda snapshot: snapshot.tasks())
        idle = tuple(task for task in tasks if (player, task.id) not in self._running)
        going, refused = resume(idle, self._world.rules(), self._engine.clock.wall())
        for end in refused:
            await self._end(player, end.task, view, error(AgentFailure.of(end.failure)))
        for task in going:
            self._start(player, task, view)
        return len(going)

    def cancel(self, player: UUID) -> None:
        """End the player's tasks that run or wait here; after a revoke none comes back."""
        for (owner, _), work in tuple(self._running.items()):
            if owner == player:
                work.cancel()

    async def close(self) -> None:
        """Stop; what had not ended is resumed by the next engine."""
        await self._lane.close()

    def _task(self, event: Event) -> EventTask:
        engine = self._engine
        candidate = engine.choose(event.action, event.player)
        engine.catalog.read(event.action, event.arguments)
        policy = engine.policy_of(candidate.workflow)
        stored = Stored(event.action, candidate.owner, event.language, dict(event.arguments))
        return EventTask(
            id=event.id,
            rule=event.rule,
            module=event.action,
            module_version=candidate.workflow.version,
            input=msgspec.json.encode(stored),
            policy=msgspec.json.encode(policy),
            budget=msgspec.json.encode(NOTHING),
            deadline=engine.clock.wall() + policy.ttl_s,
        )

    def _start(self, player: UUID, task: EventTask, view: PlayerStore) -> None:
        generation = self._engine.generations.now(player)
        work = self._lane.submit(lambda: self._run(player, task, view, generation))
        self._running[player, task.id] = work
        work.add_done_callback(lambda ended: self._ended(player, task, ended))

    def _ended(self, player: UUID, task: EventTask, work: asyncio.Future[None]) -> None:
        self._running.pop((player, task.id), None)
        if not work.cancelled() and (cause := work.exception()):
            logger.warning("event task %s stopped: %s", task.id, failure_of(cause).code)

    async def _run(
        self, player: UUID, task: EventTask, view: PlayerStore, generation: Generation
    ) -> None:
        if not self._world.is_online(player):
            await _move(view, task, TaskState.WAITING)
            return
        await _move(view, task, TaskState.RUNNING)
        try:
            execution = self._execution(player, task, view, generation)
        except (CompanionError, msgspec.DecodeError) as cause:
            result = error(failure_of(cause))
        else:
            result = await self._engine.execute(execution)
        await self._end(player, task, view, result)

    def _execution(
        self, player: UUID, task: EventTask, view: PlayerStore, generation: Generation
    ) -> Execution:
        engine = self._engine
        stored = msgspec.json.decode(task.input, type=Stored)
        candidate = self._candidate(task, stored, player)
        policy = msgspec.json.decode(task.policy, type=ExecutionPolicy)
        spent = msgspec.json.decode(task.budget, type=Spent)
        left_s = task.deadline - engine.clock.wall()
        accepted_at = engine.clock.monotonic() + left_s - policy.ttl_s
        scope = Scope(
            f"event/{task.id}",
            player,
            stored.language,
            generation,
            stored.action,
            stored.owner,
            is_event=True,
            tools=candidate.workflow.allowlist,
        )

        async def keep(now_spent: Spent) -> None:
            budget = msgspec.json.encode(now_spent)
            await view.update(lambda change: change.spend(task.id, budget))

        context: ExecutionContext = engine.context(
            scope, Budget(policy, accepted_at, spent), on_spent=keep
        )
        given = engine.catalog.read(stored.action, stored.arguments)
        return Execution(candidate, given, Source.EVENT, context)

    def _candidate(self, task: EventTask, stored: Stored, player: UUID) -> Candidate:
        """The instance that the task began with; no other takes it over."""
        if task.rule not in self._world.rules():
            raise CompanionError(Failure.NOT_PERMITTED, task.rule)
        candidate = self._engine.catalog.provider(stored.action, stored.owner)
        if candidate is None:
            raise CompanionError(Failure.NOT_PERMITTED, stored.owner)
        if candidate.workflow.version != task.module_version:
            raise CompanionError(Failure.MODULE_FAILED, f"{stored.action} has another version")
        return candidate

    async def _end(
        self, player: UUID, task: EventTask, view: PlayerStore, result: AgentResult
    ) -> None:
        await _move(view, task, _ENDED[result.status])
        self._world.finished(task, player, result)


async def _move(view: PlayerStore, task: EventTask, state: TaskState) -> None:
    try:
        await view.update(lambda change: change.move(task.id, state))
    except StorageError:
        logger.exception("event task %s keeps its state instead of %s", task.id, state)
        raise
