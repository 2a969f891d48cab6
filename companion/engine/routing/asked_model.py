"""The model fallback over an execution context: one call, the catalog as functions."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.execution.context import ExecutionContext
from companion.engine.models.model import Function, Message, Role
from companion.engine.models.prompts import PromptSet
from companion.engine.routing.capabilities import (
    ASK_BACK,
    Capability,
    Proposal,
    RoutingQuestion,
)

PROMPT = "route"
ONLY_EXPLICIT = "only when asked for in so many words"


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A `RoutingModel`; its call is paid from the request's own budget.

    Attributes:
        context: Routing's own; its budget passes on to the chosen action.
        prompts: As they are now.
    """

    context: ExecutionContext
    prompts: PromptSet

    async def choose(self, question: RoutingQuestion) -> Proposal:
        """Ask once. An answer without a call asks back; of several calls the first counts.

        Raises:
            CompanionError: What `ExecutionContext.model` raises.
        """
        told = self.prompts.fill(PROMPT, actions="\n".join(map(_line, question.capabilities)))
        messages = (Message(Role.SYSTEM, told), Message(Role.USER, question.words))
        functions = tuple(map(_function, question.capabilities))
        reply = await self.context.model(messages, functions)
        if not reply.calls:
            return ASK_BACK
        return Proposal(reply.calls[0].name, reply.calls[0].arguments)


def _line(capability: Capability) -> str:
    examples = ", ".join(capability.examples)
    only = f" ({ONLY_EXPLICIT})" if capability.explicit_only else ""
    like = f", such as: {examples}" if examples else ""
    return f"- {capability.capability_id}{only}: {capability.description}{like}"


def _function(capability: Capability) -> Function:
    only = f" ({ONLY_EXPLICIT})" if capability.explicit_only else ""
    return Function(
        capability.capability_id, capability.description + only, capability.input_schema
    )
