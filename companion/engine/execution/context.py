"""The one door through which a workflow reaches tools and models (ENG-066).

Each passage is judged anew: is the task still wanted, is there time, may this player, may this
workflow, is there budget. A workflow that is refused here has no other way.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

import msgspec

from companion.engine.execution.budget import Budget, Spent
from companion.engine.execution.fingerprint import fingerprint
from companion.engine.execution.game_queue import forbid_inside_game_call
from companion.engine.execution.model_call import ModelCall, bytes_of
from companion.engine.execution.scope import Scope
from companion.engine.execution.shared import Services
from companion.engine.execution.tool_choice import handler_of
from companion.engine.execution.writing import Writing
from companion.engine.models.model import (
    Function,
    FunctionChoice,
    Message,
    Model,
    ModelReply,
    ModelRequest,
)
from companion.engine.storage.receipt import Step
from companion.engine.storage.store import PlayerStore
from companion.engine.tools.registry import AnyTool, AnyToolType
from companion.engine.tools.tool import I, O, ToolCall, ToolRefusedError, ToolType
from companion.support.errors import CompanionError, Failure


class ExecutionContext:
    """One task's permission, budget, language, tools and model. On the engine's loop.

    Attributes:
        scope: Whose task.
        budget: Its purse.
        store: The player's store, bound to the generation the task began in.
        on_text: Shows the player an answer while it is written; None where nobody watches.
    """

    def __init__(
        self,
        scope: Scope,
        budget: Budget,
        store: PlayerStore,
        services: Services,
        on_spent: Callable[[Spent], Awaitable[None]] | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> None:
        self.scope = scope
        self.budget = budget
        self.store = store
        self.on_text = on_text
        self._services = services
        self._on_spent = on_spent
        self._writing = Writing(store, self.check)

    @property
    def writes_done(self) -> int:
        """Writing steps that were done or replayed."""
        return self._writing.done

    @property
    def unsettled(self) -> str:
        """Id of the tool whose effect is under way; "" when none is."""
        return self._writing.unsettled

    @property
    def language(self) -> str:
        """Locale the player read when the task began."""
        return self.scope.language

    def check(self) -> None:
        """Stop work that is not wanted, not allowed or late.

        Raises:
            CompanionError: CANCELLED, NOT_BOUND, NOT_PERMITTED or DEADLINE_EXCEEDED.
        """
        scope = self.scope
        self._services.generations.check(scope.generation, event=scope.is_event)
        if not self.store.is_current:
            raise CompanionError(Failure.CANCELLED, "the player's data is of a newer generation")
        if not self._services.rights.is_bound(scope.player):
            raise CompanionError(Failure.NOT_BOUND)
        if not self.has_module(scope.owner):
            raise CompanionError(Failure.NOT_PERMITTED, scope.owner)
        self.budget.check_deadline(self._services.clock.monotonic())

    def has_module(self, module: str) -> bool:
        """Whether a module instance is enabled for the player; infrastructure ("") always is."""
        return not module or self._services.rights.has_module(self.scope.player, module)

    def offered_for_reasoning(self) -> tuple[AnyTool, ...]:
        """Read-only tools that the player's modules offer to the loop now, one of each type."""
        offered: dict[AnyToolType, AnyTool] = {}
        for owner, tool in self._services.tools.for_reasoning():
            if self.has_module(owner):
                offered.setdefault(tool.type, tool)
        return tuple(offered.values())

    def can_read(self, kind: AnyToolType) -> bool:
        """Whether this task may call a tool now and the tool changes nothing."""
        try:
            return not self._find(kind)[1].writes
        except CompanionError:
            return False

    def tool(self, kind: ToolType[I, O], step_id: str, given: I) -> Awaitable[O]:
        """Call a tool.

        Args:
            kind: What to call; on the workflow's list.
            step_id: Stable within the task: a writing step that was done is not done again.
            given: The input.

        Raises:
            CompanionError: As `check`; TOOL_UNAVAILABLE, NOT_PERMITTED, BUDGET_EXHAUSTED;
                EFFECT_UNKNOWN, INPUT_CHANGED or STORAGE_... for a writing step.
            RuntimeError: Called from within a game call.
        """
        forbid_inside_game_call()
        return self._tool(kind, step_id, given)

    def model(
        self,
        messages: Sequence[Message],
        functions: Sequence[Function] = (),
        choice: FunctionChoice = FunctionChoice.AUTO,
        *,
        output_tokens: int | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> Awaitable[ModelReply]:
        """Ask the model.

        Args:
            messages: Prompt and conversation.
            functions: What the model may ask for; that it asks permits nothing.
            choice: Whether it may.
            output_tokens: The most wanted back; the policy's bound when None.
            on_text: Gets the answer as it is written.

        Raises:
            CompanionError: As `check`; NOT_PERMITTED, MODEL_KEY_MISSING, BUDGET_EXHAUSTED,
                INPUT_TOO_LARGE, or the model's own reason.
            RuntimeError: Called from within a game call.
        """
        forbid_inside_game_call()
        return self._ask(messages, functions, choice, output_tokens, on_text)

    async def _tool(self, kind: ToolType[I, O], step_id: str, given: I) -> O:
        self.check()
        owner, tool = self._find(kind)
        if self.scope.is_event and not tool.for_events:
            raise CompanionError(Failure.NOT_PERMITTED, f"{kind.id} is not for events")
        self.budget.take_tool(writes=tool.writes)
        await self._record()
        if tool.writes:
            result = await self._written(owner, tool, step_id, given)
        else:
            result = await tool.handler(given, self._call(owner))
            self.check()
        return cast("O", result)

    async def _written(self, owner: str, tool: AnyTool, step_id: str, given: msgspec.Struct) -> Any:
        kind = tool.type
        mark = fingerprint(kind.id, given)
        step = Step(self.scope.task, step_id, kind.id, mark, tool.idempotent)
        return await self._writing.once(tool, step, lambda: tool.handler(given, self._call(owner)))

    def _call(self, owner: str) -> ToolCall:
        return ToolCall(self.scope.player, owner, self.scope.language, self._check_effect)

    def _check_effect(self) -> None:
        try:
            self.check()
        except CompanionError as error:
            raise ToolRefusedError(error.failure, error.detail) from error

    def _find(self, kind: AnyToolType) -> tuple[str, AnyTool]:
        """Who handles a tool for this task now."""
        return handler_of(kind, self.scope, self._services.tools, self.has_module)

    async def _ask(
        self,
        messages: Sequence[Message],
        functions: Sequence[Function],
        choice: FunctionChoice,
        output_tokens: int | None,
        on_text: Callable[[str], None] | None,
    ) -> ModelReply:
        self.check()
        model = self._model()
        reservation = self.budget.take_model(bytes_of(messages, functions), output_tokens)
        await self._record()
        request = ModelRequest(
            tuple(messages),
            str(self.scope.player),
            self.scope.language,
            self.scope.action or "system:routing",
            tuple(functions),
            choice,
            reservation.output_tokens,
            self.budget.call_timeout_s(self._services.clock.monotonic()),
        )
        call = ModelCall(model, request, self.check, on_text)
        reply = await call.paid_from(self.budget, reservation)
        self.check()
        return reply

    async def _record(self) -> None:
        """Keep what is spent before it is used: a crash gives nothing back."""
        if self._on_spent is not None:
            await self._on_spent(self.budget.spent)

    def _model(self) -> Model:
        if not self._services.rights.may_ask_model(self.scope.player):
            raise CompanionError(Failure.NOT_PERMITTED, "no model for this player")
        if self._services.model is None:
            raise CompanionError(Failure.MODEL_KEY_MISSING)
        return self._services.model
