"""How a question is answered: local sources, one organising pass, verified; else perhaps the web.

Whether the web may be used is an argument of the request and nothing else: no text that is read
here, and no event, can change it (KNOW-011).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine.builtin.knowledge.research import researched, told
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.knowledge.answers import nothing, organised_answer, passages_answer
from companion.engine.knowledge.citations import Cited, choose
from companion.engine.knowledge.conflicts import conflict_of
from companion.engine.knowledge.organise import organised
from companion.engine.knowledge.piece import (
    DATABASE_QUERY,
    GUIDE,
    MOST_PIECES,
    RECIPES,
    Kind,
    Lookup,
    Piece,
)
from companion.engine.models.prompts import PromptSet
from companion.engine.web.tool_types import WEB_SEARCH

PROMPT = "knowledge"
MOST_RECIPES = 2
"""Beside texts, in the answer to a question."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Answers questions.

    Attributes:
        prompts: Texts for models, in force now.
    """

    prompts: Callable[[], PromptSet]

    async def answer(
        self, question: str, context: ExecutionContext, *, allow_web: bool
    ) -> AgentResult:
        """Answer one question.

        Raises:
            CompanionError: The local sources cannot be read, or the task's end.
        """
        pieces = await looked_up(question, context, "look")
        is_written = any(piece.kind is not Kind.RECIPE and not piece.is_near for piece in pieces)
        may_look = allow_web and not context.scope.is_event
        if pieces and (is_written or not (may_look and context.can_read(WEB_SEARCH))):
            return await self._from_pieces(question, pieces, context)
        if not may_look:
            return nothing(question, "guide.nothing").result
        if not context.can_read(WEB_SEARCH):
            return nothing(question, "guide.web.off").result
        found = await researched(question, context, self.prompts())
        return told(question, found, pieces, context.language)

    async def _from_pieces(
        self, question: str, pieces: tuple[Piece, ...], context: ExecutionContext
    ) -> AgentResult:
        """Put pieces together, and send only what still stands (KNOW-004)."""
        is_clear = conflict_of(pieces) is None
        prompt = self.prompts().fill(PROMPT)
        cited = await organised(context, prompt, question, pieces) if is_clear else None
        if cited is None:
            return passages_answer(question, pieces, context.language).result
        now = await looked_up(question, context, "verify")
        if not {pieces[place] for place in cited.sources} <= set(now):
            return _still(question, now, context)
        return _organised(question, cited, pieces, now, context)


async def looked_up(question: str, context: ExecutionContext, step: str) -> tuple[Piece, ...]:
    """What is written here that the player may read, best first.

    Raises:
        CompanionError: It cannot be read.
    """
    found = (await context.tool(DATABASE_QUERY, f"{step}/database", Lookup(question))).pieces
    guide: tuple[Piece, ...] = ()
    if context.can_read(GUIDE):
        guide = (await context.tool(GUIDE, f"{step}/guide", Lookup(question))).pieces
    made: tuple[Piece, ...] = ()
    if context.can_read(RECIPES):
        made = (await context.tool(RECIPES, f"{step}/recipes", Lookup(question))).pieces
    return _side_by_side(found, guide, made[:MOST_RECIPES])


def _side_by_side(
    found: tuple[Piece, ...], guide: tuple[Piece, ...], made: tuple[Piece, ...]
) -> tuple[Piece, ...]:
    """All sources have their say: of texts none takes more than half while the other has one."""
    room = MOST_PIECES - len(made)
    mine = found[: max(room // 2, room - len(guide))]
    return (*mine, *guide[: room - len(mine)], *made)


def _still(question: str, now: tuple[Piece, ...], context: ExecutionContext) -> AgentResult:
    if not now:
        return nothing(question, "guide.nothing").result
    return passages_answer(question, now, context.language).result


def _organised(
    question: str,
    cited: Cited,
    pieces: tuple[Piece, ...],
    now: tuple[Piece, ...],
    context: ExecutionContext,
) -> AgentResult:
    shown = [pieces[place] for place in choose(cited.sources, len(pieces))]
    still = [piece for piece in shown if piece in now]
    return organised_answer(question, cited.paragraphs, still, context.language).result
