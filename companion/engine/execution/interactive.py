"""Requests of players who wait: one at a time each, none twice, and each gets a result."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from uuid import UUID

from companion.engine.execution.agent_engine import AgentEngine, Execution
from companion.engine.execution.budget import Budget
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.failures import AgentFailure, failure_of
from companion.engine.execution.generations import Generation
from companion.engine.execution.queues import INTERACTIVE, Lane
from companion.engine.execution.request import Asked, Selected, Selector
from companion.engine.execution.result import AgentResult, decode_result, encode_result, error
from companion.engine.execution.scope import Scope
from companion.engine.execution.selection import Source
from companion.engine.storage.conversation import Round
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Running:
    """A request under way.

    Attributes:
        work: Its place in the lane.
        result: What whoever asked waits for; always comes.
        owner: Module instance that answers, once it is chosen.
    """

    asked: Asked
    work: asyncio.Future[AgentResult]
    result: asyncio.Future[AgentResult]
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Ran:
    """A request that was worked on.

    Attributes:
        routing: The context in which its action was found.
        selected: What was chosen; None where nothing was.
        is_kept: Its result is one of before, and on disk.
    """

    asked: Asked
    routing: ExecutionContext
    result: AgentResult
    selected: Selected | None = None
    is_kept: bool = False


class InteractiveExecutor:
    """Takes requests. On the engine's loop.

    A second request of a player is BUSY while the first goes on (G25); the same request again is
    the same one and gets its result (ENG-019).
    """

    def __init__(self, engine: AgentEngine, selector: Selector) -> None:
        self._engine = engine
        self._selector = selector
        self._lane = Lane("interactive", *INTERACTIVE)
        self._active: dict[UUID, Running] = {}

    def submit(self, asked: Asked) -> asyncio.Future[AgentResult]:
        """Take a request, or say at once why not.

        Returns:
            Its result. It never raises; what went wrong is in the result. Cancelling the future
            does not cancel the request, see `cancel`.
        """
        active = self._active.get(asked.player)
        if active and active.asked.request == asked.request:
            return self._again(active, asked)
        if not self._engine.rights.is_bound(asked.player):
            return _now(Failure.NOT_BOUND)
        if active:
            return _now(Failure.BUSY)
        accepted_at = self._engine.clock.monotonic()
        generation = self._engine.generations.now(asked.player)
        try:
            work = self._lane.submit_with(
                lambda: self._run(asked, generation, accepted_at), self._keep
            )
        except CompanionError as refused:
            return _now(refused.failure)
        result: asyncio.Future[AgentResult] = asyncio.get_running_loop().create_future()
        self._active[asked.player] = running = Running(asked, work, result)
        work.add_done_callback(lambda _: self._ended(running))
        return result

    def cancel(self, player: UUID) -> bool:
        """End what runs or waits for a player, with CANCELLED; late effects have none (ENG-018).

        Returns:
            Whether there was anything.
        """
        self._engine.cancel(player)
        running = self._active.get(player)
        if running is None:
            return False
        running.work.cancel()
        self._finish(running, error(AgentFailure.of(Failure.CANCELLED)))
        return True

    def module_removed(self, player: UUID, module: str) -> None:
        """End what this instance does for a player; no other takes over (ENG-069)."""
        running = self._active.get(player)
        if running and running.owner == module:
            self.cancel(player)

    async def close(self) -> None:
        """End everything with CANCELLED and take nothing more."""
        await self._lane.close()

    def _again(self, active: Running, asked: Asked) -> asyncio.Future[AgentResult]:
        if active.asked.fingerprint != asked.fingerprint:
            return _now(Failure.INPUT_CHANGED)
        return active.result

    def _ended(self, running: Running) -> None:
        work = running.work
        if work.cancelled():
            result = error(AgentFailure.of(Failure.CANCELLED))
        elif cause := work.exception():
            result = error(failure_of(cause))
        else:
            result = work.result()
        self._finish(running, result)

    def _finish(self, running: Running, result: AgentResult) -> None:
        if self._active.get(running.asked.player) is running:
            del self._active[running.asked.player]
        if not running.result.done():
            running.result.set_result(result)

    async def _run(self, asked: Asked, generation: Generation, accepted_at: float) -> Ran:
        engine = self._engine
        engine.generations.check(generation)
        scope = Scope(str(asked.request), asked.player, asked.language, generation)
        routing = engine.context(scope, Budget(engine.routing_policy(), accepted_at))
        stored = await routing.store.replay(asked.request, asked.fingerprint)
        if stored is not None:
            return Ran(asked, routing, decode_result(stored), is_kept=True)
        engine.generations.check(generation)
        result, selected = await self._answer(asked, routing, accepted_at)
        return Ran(asked, routing, result, selected)

    async def _keep(self, ran: Ran) -> AgentResult:
        """Have what came of a request on disk; a disk that is slow holds up no other request."""
        asked, generation = ran.asked, ran.routing.scope.generation
        if not ran.is_kept:
            self._engine.generations.check(generation)
            await self._write_back(asked, ran.routing, ran.result)
            if ran.result.is_success and ran.selected:
                self._selector.learned(asked, ran.selected)
        running = self._active.get(asked.player)
        if running and running.asked is asked:
            self._finish(running, ran.result)  # a turn of the loop earlier than by the lane
        return ran.result

    async def _answer(
        self, asked: Asked, routing: ExecutionContext, accepted_at: float
    ) -> tuple[AgentResult, Selected | None]:
        """Find the action and run it; what goes wrong is a result like any other."""
        try:
            selected = await self._select(asked, routing)
            if isinstance(selected, AgentResult):
                return selected, None
            execution = self._execution(asked, selected, routing, accepted_at)
        except Exception as cause:  # noqa: BLE001 - a router that fails, fails alone
            reason = failure_of(cause)
            logger.warning("request %s was not routed: %s", asked.request, reason.code)
            return error(reason), None
        return await self._engine.execute(execution), selected

    async def _select(self, asked: Asked, routing: ExecutionContext) -> Selected | AgentResult:
        if asked.action:
            return Selected(asked.action, asked.arguments, Source.STRUCTURED, lax=True)
        left_s = routing.budget.left_s(self._engine.clock.monotonic())
        try:
            async with asyncio.timeout(left_s):
                return await self._selector.select(asked, routing)
        except TimeoutError:
            raise CompanionError(Failure.DEADLINE_EXCEEDED, "routing took too long") from None

    def _execution(
        self, asked: Asked, selected: Selected, routing: ExecutionContext, accepted_at: float
    ) -> Execution:
        engine = self._engine
        candidate = engine.choose(selected.action, asked.player)
        given = engine.catalog.read(selected.action, selected.arguments, lax=selected.lax)
        workflow = candidate.workflow
        scope = Scope(
            routing.scope.task,
            asked.player,
            asked.language,
            routing.scope.generation,
            workflow.id,
            candidate.owner,
            tools=workflow.allowlist,
        )
        spent = routing.budget.spent
        budget = Budget.carry_over(engine.policy_of(workflow), accepted_at, spent)
        if running := self._active.get(asked.player):
            running.owner = candidate.owner
        context = engine.context(scope, budget, on_text=asked.on_text)
        return Execution(candidate, given, selected.source, context)

    async def _write_back(
        self, asked: Asked, routing: ExecutionContext, result: AgentResult
    ) -> None:
        """Keep the round for history and replay; that it cannot be kept spoils no answer."""
        try:
            words = asked.words or None  # the store leaves them out without the player's consent
            kept = Round(asked.request, asked.fingerprint, words, encode_result(result))
            await routing.store.remember(kept)
        except CompanionError as failed:
            if failed.failure is Failure.CANCELLED:
                raise
            logger.warning("request %s is not kept: %s", asked.request, failed.failure)


def _now(failure: Failure) -> asyncio.Future[AgentResult]:
    future: asyncio.Future[AgentResult] = asyncio.get_running_loop().create_future()
    future.set_result(error(AgentFailure.of(failure)))
    return future
