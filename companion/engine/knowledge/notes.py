"""What is kept in the databases: a table that all share, and one of each player (KNOW-003)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from uuid import UUID

import msgspec

from companion.engine.knowledge.cutting import passages
from companion.engine.knowledge.piece import Kind, Piece
from companion.engine.knowledge.shelf import EMPTY, Shelf
from companion.engine.storage.database import Database, Table


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something worth knowing. Who may see it is decided by whose database it is in.

    Attributes:
        source: Who says so, in words.
    """

    title: str
    text: str
    source: str = ""


NOTES: Table[Note] = Table("system:knowledge", Note)


class Notes:
    """Searches databases; keeps the index of what did not change. On the engine's loop."""

    def __init__(self) -> None:
        self._kept: dict[UUID | None, tuple[Mapping[str, Note], Shelf]] = {}

    async def shelf(self, owner: UUID | None, database: Database) -> Shelf:
        """What a database holds now.

        Args:
            owner: Whose; None for the shared one.
            database: Theirs.

        Raises:
            StorageError: It cannot be read, which is not the same as empty (KNOW-006).
        """
        notes = await database.entries(NOTES)
        if not notes:
            self._kept.pop(owner, None)
            return EMPTY
        kept = self._kept.get(owner)
        if kept is None or kept[0] != notes:
            kept = self._kept[owner] = (notes, await asyncio.to_thread(_shelf, notes))
        return kept[1]

    def forget(self, owner: UUID) -> None:
        """Drop what is kept in memory of a player."""
        self._kept.pop(owner, None)


def _shelf(notes: Mapping[str, Note]) -> Shelf:
    return Shelf(
        [
            Piece(note.title, text, Kind.NOTE, note.source)
            for _, note in sorted(notes.items())
            for text in passages(note.text)
        ]
    )
