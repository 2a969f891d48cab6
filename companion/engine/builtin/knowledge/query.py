"""`database.query`: the player's notes, those of all, and the owner's files, in one ranking."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.knowledge.notes import Notes
from companion.engine.knowledge.piece import DATABASE_QUERY, MOST_PIECES, Found, Lookup, Piece
from companion.engine.knowledge.places import Knowledge
from companion.engine.services import Game
from companion.engine.tools.tool import Tool, ToolCall


def database_query(knowledge: Knowledge, notes: Notes, game: Game) -> Tool[Lookup, Found]:
    """The tool. What cannot be read is an error, never an empty result (KNOW-006)."""

    async def look(asked: Lookup, call: ToolCall) -> Found:
        shelves = [await knowledge.library.shelf()]
        if knowledge.private is not None:
            shelves.append(await notes.shelf(call.player, knowledge.private(call.player)))
        if knowledge.shared is not None:
            shelves.append(await notes.shelf(None, knowledge.shared))
        found = [one for shelf in shelves for one in await game.work(shelf.search, asked.query)]
        return Found(best(found))

    return Tool(DATABASE_QUERY, look)


def best(found: list[tuple[float, Piece]]) -> tuple[Piece, ...]:
    """Pieces of several indexes: those that hold most of the question first, each once."""
    ordered = sorted(found, key=lambda one: -one[0])
    once: dict[Piece, Piece] = {}
    for _, piece in ordered:
        once.setdefault(replace(piece, is_near=False), piece)
    return tuple(once.values())[:MOST_PIECES]
