"""`system:reasoning`: a question that takes several looks, over what modules offer for it.

It reaches the web only if a module of the player offers a web tool for reasoning. What one look
answers stays with the module that knows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec

from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.policy import REASONING
from companion.engine.execution.result import AgentResult, succeeded
from companion.engine.execution.selection import Selection
from companion.engine.execution.workflow import Routing, Workflow
from companion.engine.models.prompts import PromptSet
from companion.engine.react.loop import Prompts, ReActLoop, offered
from companion.language.phrase import literal
from companion.protocol.limits import MAX_CHAT_CHARACTERS

REASONING_ACTION = "system:reasoning"


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question in the player's own words."""

    question: Annotated[
        str,
        msgspec.Meta(
            min_length=1,
            max_length=MAX_CHAT_CHARACTERS,
            description="The player's question, in full and unchanged",
        ),
    ]


def reasoning(prompts: Callable[[], PromptSet]) -> Workflow[Reason]:
    """The workflow.

    Args:
        prompts: The prompts in force now; a loop keeps those it began with.
    """

    async def run(asked: Reason, context: ExecutionContext) -> AgentResult:
        texts = prompts()
        rounds = str(context.budget.policy.react_iterations)
        loop = ReActLoop(
            context,
            offered(context.offered_for_reasoning()),
            Prompts(texts.fill("reason", rounds=rounds), texts.fill("reason_last")),
        )
        finding = await loop.run(asked.question)
        return succeeded(literal(finding.text), spoken=(literal(finding.text),))

    return Workflow(
        id=REASONING_ACTION,
        input=Reason,
        run=run,
        description="Answer a question that needs several facts of this game put together",
        policy=REASONING,
        reasons=True,
        routing=Routing(selection=Selection.EXPLICIT_ONLY),
    )
