"""A model that looks things up with read-only tools for a few rounds, then answers.

The loop has its own conversation, tool list and observations; its budget is the request's, and a
second loop in the same request goes on with what the first one left. What a model says here is a
wish: a call is looked up among the tools that were offered, its arguments are judged like a
stranger's, and a tool that writes is never among them. So nothing that a tool result, a web page or
a quest text says can make anything happen but more reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.failures import failure_of
from companion.engine.execution.fingerprint import fingerprint
from companion.engine.models.model import (
    Function,
    FunctionCall,
    FunctionChoice,
    Message,
    ModelReply,
    Role,
)
from companion.engine.react.observation import FailedObservation, Observation, observed
from companion.engine.tools.registry import AnyTool, AnyToolType
from companion.support.errors import CompanionError, Failure

MOST_CALLS = 4
"""Calls of one round that are made; more are answered with a refusal."""
MOST_ARGUMENT_CHARACTERS = 8_192

RECOVERABLE = frozenset(
    {
        Failure.NOT_FOUND,
        Failure.INVALID_INPUT,
        Failure.TOOL_UNAVAILABLE,
        Failure.BUDGET_EXHAUSTED,
        Failure.BUSY,
        Failure.MODULE_FAILED,
        Failure.FOLDER_MISSING,
        Failure.QUESTS_MISSING,
        Failure.QUESTS_EMPTY,
        Failure.QUESTS_BROKEN,
        Failure.QUESTS_TOO_LARGE,
        Failure.PAGE_REFUSED,
        Failure.PAGE_UNREADABLE,
    }
)
"""Reasons after which the loop sums up what it knows; any other ends the task."""


@dataclass(frozen=True, slots=True)
class ReActTool:
    """A tool on the loop's list.

    Attributes:
        kind: What is called.
        description: What it is good for, told to the model.
    """

    kind: AnyToolType
    description: str


@dataclass(frozen=True, slots=True)
class Prompts:
    """Texts of the loop, in force when it begins.

    Attributes:
        explore: Begins the conversation.
        answer: Added in the last round.
    """

    explore: str
    answer: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a loop.

    Attributes:
        text: The answer, as plain text from outside.
        observations: What it is based on, in order.
        rounds: Model calls made.
    """

    text: str
    observations: tuple[Observation, ...]
    rounds: int


def offered(tools: Sequence[AnyTool]) -> tuple[ReActTool, ...]:
    """The loop's list out of tools that were offered for reasoning.

    Raises:
        ValueError: One of them writes, or was not offered.
    """
    for tool in tools:
        if tool.writes or tool.reasoning is None:
            raise ValueError(f"{tool.type.id} is not for the loop")
    return tuple(ReActTool(tool.type, tool.reasoning or "") for tool in tools)


class ReActLoop:
    """One loop in one request; made, run once, dropped."""

    def __init__(
        self, context: ExecutionContext, tools: Sequence[ReActTool], prompts: Prompts
    ) -> None:
        """Take the tools that the player may use now; what is withdrawn later is refused then."""
        self._context = context
        self._prompts = prompts
        self._tools = {one.kind.id: one for one in tools if context.can_read(one.kind)}
        self._messages: list[Message] = []
        self._observations: list[Observation] = []
        self._seen: set[str] = set()

    async def run(self, question: str) -> Finding:
        """Look things up and answer.

        Raises:
            CompanionError: REASONING_OFF when the policy allows no round, MODEL_GARBLED when no
                answer came, or what ended the task.
        """
        rounds = self._context.budget.policy.react_iterations
        if rounds < 1:
            raise CompanionError(Failure.REASONING_OFF)
        self._messages = [
            Message(Role.SYSTEM, self._prompts.explore),
            Message(Role.USER, question),
        ]
        for number in range(1, rounds):
            if not self._tools or self._is_last_call():
                return await self._summary(number)
            reply = await self._context.model(self._messages, self._functions())
            if not reply.calls and reply.text.strip():
                return self._finding(reply, number)
            if not await self._explore(reply, number):
                return await self._summary(number + 1)
        return await self._summary(rounds)

    async def _summary(self, number: int) -> Finding:
        """The last round: no functions are given, and none that is asked for is called."""
        messages = [*self._messages, Message(Role.SYSTEM, self._prompts.answer)]
        reply = await self._context.model(
            messages, (), FunctionChoice.NONE, on_text=self._context.on_text
        )
        if not reply.text.strip():
            raise CompanionError(Failure.MODEL_GARBLED, "no answer in the last round")
        return self._finding(reply, number)

    def _finding(self, reply: ModelReply, number: int) -> Finding:
        return Finding(reply.text.strip(), tuple(self._observations), number)

    def _is_last_call(self) -> bool:
        """Whether the purse holds one model call only: it is for the answer."""
        policy, spent = self._context.budget.policy, self._context.budget.spent
        return policy.model_calls - spent.model_calls <= 1 or policy.steps - spent.steps <= 1

    def _functions(self) -> tuple[Function, ...]:
        return tuple(
            Function(name, one.description, one.kind.schema) for name, one in self._tools.items()
        )

    async def _explore(self, reply: ModelReply, number: int) -> bool:
        """Make the calls of one round.

        Returns:
            Whether another look makes sense: all were new, known and good.
        """
        if not reply.calls:
            return False
        self._messages.append(reply.as_message())
        goes_on = True
        for place, call in enumerate(reply.calls):
            seen = await self._observe(
                call, f"react/{number}/{place}", is_extra=place >= MOST_CALLS
            )
            self._observations.append(seen)
            self._messages.append(Message(Role.TOOL, seen.told, call=call.id))
            goes_on = goes_on and not isinstance(seen, FailedObservation)
        return goes_on

    async def _observe(self, call: FunctionCall, step_id: str, *, is_extra: bool) -> Observation:
        try:
            kind, given = self._judged(call, is_extra=is_extra)
            return observed(kind.id, await self._context.tool(kind, step_id, given))
        except CompanionError as error:
            reason = failure_of(error)
            if reason.built_in not in RECOVERABLE:
                raise
            return FailedObservation(call.name[:64], reason)
        except Exception as error:  # noqa: BLE001 - a tool that fails, fails alone
            self._context.check()
            return FailedObservation(call.name[:64], failure_of(error))

    def _judged(self, call: FunctionCall, *, is_extra: bool) -> tuple[AnyToolType, Any]:
        """The tool and input that a call means.

        Raises:
            CompanionError: TOOL_UNAVAILABLE for a name that was not offered; INVALID_INPUT for
                arguments that do not fit, too many calls, or the same look once more.
        """
        if call.name not in self._tools:
            raise CompanionError(Failure.TOOL_UNAVAILABLE, "not offered")
        if is_extra:
            raise CompanionError(Failure.INVALID_INPUT, "too many calls at once")
        kind = self._tools[call.name].kind
        given = kind.read(_arguments(call))
        mark = fingerprint(kind.id, given)
        if mark in self._seen:
            raise CompanionError(Failure.INVALID_INPUT, "looked up already")
        self._seen.add(mark)
        return kind, given


def _arguments(call: FunctionCall) -> dict[str, Any]:
    if len(call.arguments) > MOST_ARGUMENT_CHARACTERS:
        raise CompanionError(Failure.INVALID_INPUT, "arguments are too long")
    try:
        return msgspec.json.decode(call.arguments or "{}", type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise CompanionError(Failure.INVALID_INPUT, "arguments are no JSON object") from error
