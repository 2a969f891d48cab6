"""`system:free_chat`: talk, with functions for what the player asks the companion to do.

A tool's result goes back to the model, as material. An action is the answer itself: its result is
shown as if its button had been pressed, and the talk ends with it; no second call is paid for to
say the same in other words. Once the model has seen what a tool gave back, only what reads is left:
nothing that somebody wrote into a quest book can make anything happen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

import msgspec

from companion.engine.chat.functions import arguments_of, functions_of
from companion.engine.chat.memory import MOST_TURNS, NOTHING_HEARD, remembered
from companion.engine.execution.agent_engine import AgentEngine, Execution
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.failures import failure_of
from companion.engine.execution.policy import FAST
from companion.engine.execution.result import AgentResult, decode_result, succeeded
from companion.engine.execution.scope import Scope
from companion.engine.execution.selection import Selection, Source
from companion.engine.execution.workflow import AnyWorkflow, Routing, Workflow
from companion.engine.facts import wording
from companion.engine.models.model import FunctionCall, FunctionChoice, Message, Role
from companion.engine.models.prompts import PromptSet
from companion.engine.modules.context import ContextType
from companion.engine.react.loop import RECOVERABLE
from companion.engine.react.observation import observed
from companion.engine.services import language_of_locale
from companion.language.phrase import literal
from companion.protocol.limits import MAX_CHAT_CHARACTERS
from companion.support.errors import CompanionError, Failure

FREE_CHAT = "system:free_chat"
CHAT_PROMPTS: ContextType[list[str]] = ContextType("texts for free chat")
"""Further texts for the prompt; an extension appends its own (CHAT-003)."""
MOST_CALLS = 4
"""Calls of one round that are made; more are answered with a refusal."""

CHAT = msgspec.structs.replace(
    FAST,
    model_calls=3,
    tool_calls=6,
    steps=12,
    total_tokens=3 * (32 * 1024 + 800),
    ttl_millis=60_000,
    model_timeout_millis=20_000,
)
"""Two looks and an answer; an action that is called pays from the same purse."""


class Talk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the player says."""

    question: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT_CHARACTERS)]


@dataclass(frozen=True, slots=True)
class ChatSupport:
    """What free chat needs of the engine.

    Attributes:
        prompts: The prompts in force now.
        world: Name of the game's world, for the prompt.
        available: Workflows that a player's features offer now.
        more: Further texts for the prompt; an extension adds its own (CHAT-003).
        heard: A player's answers that were broken off, see `memory.remembered`.
    """

    engine: AgentEngine
    prompts: Callable[[], PromptSet]
    world: Callable[[], str]
    available: Callable[[UUID], tuple[AnyWorkflow, ...]]
    more: list[str]
    heard: Callable[[UUID], Mapping[UUID, int]] = lambda _: NOTHING_HEARD


def free_chat(support: ChatSupport) -> Workflow[Talk]:
    """The workflow."""

    async def run(talk: Talk, context: ExecutionContext) -> AgentResult:
        return await _Talk(support, context).run(talk.question)

    return Workflow(
        id=FREE_CHAT,
        input=Talk,
        run=run,
        policy=CHAT,
        reasons=True,
        routing=Routing(selection=Selection.STRUCTURED_ONLY),
    )


class _Talk:
    """One request; made, run once, dropped."""

    def __init__(self, support: ChatSupport, context: ExecutionContext) -> None:
        self._support = support
        self._context = context
        self._functions = functions_of(
            support.available(context.scope.player),
            context.offered_for_reasoning(),
            but=(FREE_CHAT,),
        )
        self._messages: list[Message] = []
        self._done: AgentResult | None = None

    async def run(self, question: str) -> AgentResult:
        """Talk until there is an answer.

        Raises:
            CompanionError: MODEL_GARBLED when none came, or what ended the task.
        """
        self._messages = [*await self._beginning(), Message(Role.USER, question)]
        for left in reversed(range(self._rounds())):
            choice = FunctionChoice.AUTO if left else FunctionChoice.NONE
            functions = self._functions.told if left else ()
            reply = await self._context.model(
                self._messages, functions, choice, on_text=self._context.on_text
            )
            if not reply.calls or not left:
                if not reply.text.strip():
                    break
                text = literal(reply.text.strip())
                return succeeded(text, spoken=(text,))
            self._messages.append(reply.as_message())
            for place, call in enumerate(reply.calls):
                await self._follow(call, place, f"chat/{left}/{place}")
                if self._done is not None:
                    return self._done
        raise CompanionError(Failure.MODEL_GARBLED, "no answer in the last round")

    def _rounds(self) -> int:
        budget = self._context.budget
        return max(1, budget.policy.model_calls - budget.spent.model_calls)

    async def _beginning(self) -> tuple[Message, ...]:
        """The prompt, and what is remembered; nothing is without the player's `history` (G35)."""
        prompt = self._support.prompts().fill("chat", world=self._support.world())
        system = Message(Role.SYSTEM, "\n\n".join((prompt, *self._support.more)))
        return (system, *await self._memory())

    async def _memory(self) -> tuple[Message, ...]:
        store = self._context.store
        try:
            record = await store.read(lambda snapshot: snapshot.record())
            if not record.preferences.history:
                return ()
            turns = await store.history(decode_result, MOST_TURNS)
        except CompanionError as error:
            if error.failure is Failure.CANCELLED:
                raise
            return ()  # a store that cannot be read costs the memory, not the talk
        locale = self._context.language
        heard = self._support.heard(self._context.scope.player)
        return remembered(turns, wording(locale).render, heard, language_of_locale(locale))

    async def _follow(self, call: FunctionCall, place: int, step: str) -> None:
        """Make a call: an action ends the talk, a tool's result goes back to the model."""
        try:
            if place >= MOST_CALLS:
                raise CompanionError(Failure.INVALID_INPUT, "too many calls at once")
            if call.name in self._functions.actions:
                self._done = await self._act(call, step)
                return
            told = await self._look(call, step)
        except CompanionError as error:
            reason = failure_of(error)
            if reason.built_in not in RECOVERABLE:
                raise
            told = f"failed: {reason.code}"
        self._messages.append(Message(Role.TOOL, told, call=call.id))

    async def _look(self, call: FunctionCall, step: str) -> str:
        tool = self._functions.tools.get(call.name)
        if tool is None:
            raise CompanionError(Failure.TOOL_UNAVAILABLE, "not offered")
        given = tool.type.read(arguments_of(call))
        self._functions = self._functions.reading
        return observed(tool.type.id, await self._context.tool(tool.type, step, given)).told

    async def _act(self, call: FunctionCall, step: str) -> AgentResult:
        """Run an action from the same purse, under the same deadline, as the model's choice."""
        engine, scope = self._support.engine, self._context.scope
        candidate = engine.choose(call.name, scope.player)
        given = engine.catalog.read(call.name, arguments_of(call))
        inner = Scope(
            f"{scope.task}/{step}",
            scope.player,
            scope.language,
            scope.generation,
            candidate.workflow.id,
            candidate.owner,
            tools=candidate.workflow.allowlist,
        )
        context = engine.context(inner, self._context.budget, on_text=self._context.on_text)
        return await engine.execute(Execution(candidate, given, Source.MODEL, context))
