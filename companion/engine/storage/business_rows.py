"""All rows of a player in the business file, whatever they are about."""

from __future__ import annotations

import sqlite3
from uuid import UUID

TABLES = ("task", "receipt", "ledger", "player")
"""In the order in which they are emptied: the binding goes last."""


def players_of(connection: sqlite3.Connection) -> tuple[UUID, ...]:
    """Everyone of whom something is stored."""
    union = " UNION ".join(f"SELECT player FROM {table}" for table in TABLES)
    return tuple(UUID(bytes=row[0]) for row in connection.execute(union).fetchall())


def delete_rows(connection: sqlite3.Connection, player: UUID) -> None:
    """Delete all of a player's."""
    for table in TABLES:
        connection.execute(f"DELETE FROM {table} WHERE player = ?", (player.bytes,))
