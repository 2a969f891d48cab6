"""How something is made: the game's recipes, and beside them what is written of it."""

from __future__ import annotations

from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.knowledge.amounts import mentions
from companion.engine.knowledge.answers import more, side_by_side
from companion.engine.knowledge.piece import (
    DATABASE_QUERY,
    GUIDE,
    MOST_PIECES,
    RECIPES,
    Lookup,
    Piece,
)


async def how_made(name: str, context: ExecutionContext) -> AgentResult | None:
    """Show recipes beside quests' texts and the owner's files; None where no recipe is known.

    Args:
        name: What the player wants to make, in their words.
        context: Of the request.

    Raises:
        CompanionError: What is written cannot be read, or the task's end.
    """
    if not context.can_read(RECIPES):
        return None
    made = await context.tool(RECIPES, "recipes", Lookup(name))
    if not made.pieces:
        return None
    title = made.pieces[0].title
    written = [piece for piece in await _written(title, context) if _is_about(piece, title)]
    pieces = (*made.pieces, *written)[:MOST_PIECES]
    spoken = (*made.spoken, *more(len(pieces) - 1))
    return side_by_side(title, pieces, spoken).result


async def _written(name: str, context: ExecutionContext) -> list[Piece]:
    found: list[Piece] = []
    for step, kind in (("guide", GUIDE), ("database", DATABASE_QUERY)):
        if context.can_read(kind):
            found.extend((await context.tool(kind, f"made/{step}", Lookup(name))).pieces)
    return found


def _is_about(piece: Piece, title: str) -> bool:
    return mentions(f"{piece.title}\n{piece.text}", title)
