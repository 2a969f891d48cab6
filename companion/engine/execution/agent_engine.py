"""The engine's core: one way to run an action, whoever asked for it (ENG-001).

It knows no feature. What it is given: a store, a way to ask rights, a clock, perhaps a model, and,
until it starts, tools and workflows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from companion.engine.execution.budget import Budget
from companion.engine.execution.catalog import Candidate, WorkflowCatalog
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.failures import AgentFailure, failure_of
from companion.engine.execution.generations import Generations
from companion.engine.execution.lifecycle import Lifecycles
from companion.engine.execution.policies import UNCHANGED, Policies, PoliciesInForce
from companion.engine.execution.policy import ExecutionPolicy, check_default
from companion.engine.execution.result import AgentResult, Status, error
from companion.engine.execution.scope import Rights, Scope
from companion.engine.execution.selection import Source, may_choose
from companion.engine.execution.shared import Services
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.models.model import Model
from companion.engine.storage.store import Store
from companion.engine.tools.registry import AnyTool, ToolRegistry
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Execution:
    """An action that is about to run.

    Attributes:
        candidate: Whose workflow; kept to the end.
        given: Its typed input.
        source: Who chose it.
        context: Its permission, budget, tools and model.
    """

    candidate: Candidate
    given: Any
    source: Source
    context: ExecutionContext


class AgentEngine:
    """Registers, starts, executes. On the engine's loop; one for one world.

    Attributes:
        tools, catalog: What was registered.
        generations: What is still wanted.
        lifecycles: Hooks of features.
        rights: What players may.
    """

    def __init__(
        self,
        store: Store,
        rights: Rights,
        clock: Clock,
        model: Model | None = None,
        policies: Callable[[], Policies] = lambda: UNCHANGED,
    ) -> None:
        self.tools = ToolRegistry()
        self.catalog = WorkflowCatalog(self.tools)
        self.generations = Generations()
        self.lifecycles = Lifecycles()
        self.rights = rights
        self.clock = clock
        self._store = store
        self._in_force = PoliciesInForce(policies)
        self._services = Services(self.tools, rights, self.generations, clock, model)

    def register_module(self, workflow: AnyWorkflow, owner: str = "") -> None:
        """Add a workflow and make its action known, or leave everything as it was.

        Raises:
            ValueError: It conflicts with what is there, or the engine runs.
            TypeError: Its input type cannot be told to a model.
        """
        was_known = self.catalog.is_declared(workflow.id)
        self.catalog.declare(workflow.id, workflow.input)
        try:
            self.catalog.register(owner, workflow)
        except (ValueError, TypeError):
            if not was_known:
                self.catalog.withdraw(workflow.id)
            raise

    def register_tools(
        self, tools: Iterable[AnyTool], owner: str = "", *, exported: bool = True
    ) -> None:
        """Add tools without a workflow.

        Raises:
            ValueError: They conflict with what is there, or the engine runs.
        """
        self.tools.add(owner, tools, exported=exported)

    def start(self, references: Iterable[tuple[str, Mapping[str, object]]] = ()) -> None:
        """Check policies and event references, and take nothing more.

        Args:
            references: Action and arguments of each rule that events set off.

        Raises:
            ValueError: What does not hold.
        """
        for workflow in self.catalog.declared():
            check_default(workflow.id, workflow.policy)
        for action, arguments in references:
            self._check_reference(action, arguments)
        self.catalog.freeze()

    def policy_of(self, workflow: AnyWorkflow) -> ExecutionPolicy:
        """The policy that holds for a workflow now."""
        return self._in_force.of(workflow)

    def routing_policy(self) -> ExecutionPolicy:
        """The policy that holds for finding the action now."""
        return self._in_force.routing()

    def context(self, scope: Scope, budget: Budget, **more: Any) -> ExecutionContext:
        """A task's door to tools and models.

        Raises:
            CompanionError: NOT_BOUND; nothing of the player was read.
        """
        if not self.rights.is_bound(scope.player):
            raise CompanionError(Failure.NOT_BOUND)
        return ExecutionContext(
            scope, budget, self._store.view(scope.player), self._services, **more
        )

    def choose(self, action: str, player: UUID) -> Candidate:
        """Who does an action for a player now.

        Raises:
            CompanionError: INVALID_INPUT when nobody ever does, NOT_PERMITTED when not for them.
        """
        if not self.catalog.has(action):
            raise CompanionError(Failure.INVALID_INPUT, "unknown action")
        candidate = self.catalog.choose(action, self._modules_of(player))
        if candidate is None:
            raise CompanionError(Failure.NOT_PERMITTED, action)
        return candidate

    async def execute(self, execution: Execution) -> AgentResult:
        """Run an action, for a player who waits or for an event; the only way there is.

        Returns:
            The result; a failure of the module is one too.

        Raises:
            asyncio.CancelledError: The task was cancelled from outside.
        """
        context = execution.context
        limit = asyncio.timeout(context.budget.left_s(self.clock.monotonic()))
        try:
            self._check_start(execution)
            async with limit:
                result = await execution.candidate.workflow.run(execution.given, context)
            context.check()
        except Exception as cause:  # noqa: BLE001 - a module that fails, fails alone
            reason = _late(context) if limit.expired() else failure_of(cause)
            return self._failed(execution, reason, cause)
        if result.status is Status.PARTIALLY_SUCCEEDED:
            logger.warning("task %s was done in part: %s", context.scope.task, result.code)
        return result

    def cancel(self, player: UUID) -> None:
        """Make the player's interactive work unwanted; `InteractiveExecutor.cancel` ends it too."""
        self.generations.cancel(player)

    def invalidate(self, player: UUID) -> None:
        """Make all of the player's work unwanted, before their data is deleted."""
        self.generations.invalidate(player)
        self._store.invalidate(player)

    def _modules_of(self, player: UUID) -> Callable[[str], bool]:
        return lambda module: self.rights.has_module(player, module)

    def _check_reference(self, action: str, arguments: Mapping[str, object]) -> None:
        flows = [flow for flow in self.catalog.declared() if flow.id == action]
        if not flows:
            raise ValueError(f"an event rule names {action}, which nobody provides")
        if not flows[0].events:
            raise ValueError(f"{action} is not for events")
        try:
            self.catalog.read(action, arguments)
        except CompanionError as cause:
            raise ValueError(f"an event rule gives {action} arguments it cannot take") from cause

    def _check_start(self, execution: Execution) -> None:
        workflow, source = execution.candidate.workflow, execution.source
        if not self.catalog.is_frozen:
            raise CompanionError(Failure.INTERNAL, "the engine has not started")
        allowed = workflow.events if source is Source.EVENT else workflow.interactive
        chosen = may_choose(workflow.routing.selection, source, read_only=workflow.is_read_only)
        if not (allowed and chosen):
            raise CompanionError(Failure.NOT_PERMITTED, f"{workflow.id} by {source}")
        execution.context.check()

    def _failed(self, execution: Execution, reason: AgentFailure, cause: Exception) -> AgentResult:
        task, action = execution.context.scope.task, execution.candidate.workflow.id
        logger.warning("task %s: %s failed: %s", task, action, reason.code)
        if not isinstance(cause, (CompanionError, TimeoutError)):
            logger.error("task %s: %s", task, _where(cause))
        failed = error(reason)
        return failed.partial() if execution.context.writes_done else failed


def _late(context: ExecutionContext) -> AgentFailure:
    """Why a task that ran out of time failed: in the midst of an effect, that is not known."""
    if context.unsettled:
        return AgentFailure.of(Failure.EFFECT_UNKNOWN, context.unsettled)
    return AgentFailure.of(Failure.DEADLINE_EXCEEDED)


def _where(cause: BaseException) -> str:
    """Type and place of an error; its words may quote the player, so they stay out of the log."""
    trace = cause.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    if trace is None:
        return type(cause).__name__
    file = trace.tb_frame.f_code.co_filename.rpartition("/")[2]
    return f"{type(cause).__name__} at {file}:{trace.tb_lineno}"
