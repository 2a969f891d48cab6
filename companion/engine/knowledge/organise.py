"""One pass of a model over passages: put together, or nothing (KNOW-004, KNOW-005)."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence

from companion.engine.execution.context import ExecutionContext
from companion.engine.knowledge.citations import Cited, checked
from companion.engine.knowledge.piece import Piece
from companion.engine.models.model import Message, Role
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

OUTPUT_TOKENS = 500
_ENDS = frozenset({Failure.CANCELLED, Failure.DEADLINE_EXCEEDED, Failure.NOT_BOUND})
"""Reasons after which nobody waits for an answer any more."""


def asked(prompt: str, question: str, pieces: Sequence[Piece]) -> tuple[Message, ...]:
    """What the model is asked; passages are quoted as data."""
    told = [
        {"number": number, "title": one.title, "source": one.source or one.kind, "text": one.text}
        for number, one in enumerate(pieces, 1)
    ]
    content = json.dumps({"question": question, "passages": told}, ensure_ascii=False)
    return (Message(Role.SYSTEM, prompt), Message(Role.USER, content))


async def organised(
    context: ExecutionContext, prompt: str, question: str, pieces: Sequence[Piece]
) -> Cited | None:
    """Ask once.

    Returns:
        None where no model may or can be asked, or where its answer rests on nothing: then the
        passages speak for themselves.

    Raises:
        CompanionError: The task is not wanted any more.
    """
    try:
        reply = await context.model(asked(prompt, question, pieces), output_tokens=OUTPUT_TOKENS)
    except CompanionError as error:
        if error.failure in _ENDS:
            context.check()
        logger.info("passages are shown as they are: %s", error.failure)
        return None
    cited = checked(reply.text, len(pieces))
    return cited if cited.sources and cited.paragraphs else None
