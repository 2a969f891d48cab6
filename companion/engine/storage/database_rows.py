"""Entries of a database as rows; on the thread that has its connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from companion.support.errors import Failure, StorageError


def put_entries(
    connection: sqlite3.Connection, table: str, bodies: Mapping[str, bytes], limit: int
) -> None:
    """Store encoded entries.

    Raises:
        StorageError: STORAGE_FULL when the database grew beyond `limit` bytes.
    """
    before = _bytes(connection)
    connection.executemany(
        "INSERT INTO entry (part, key, body, bytes) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (part, key) DO UPDATE SET body = excluded.body, bytes = excluded.bytes",
        [(table, key, body, len(key.encode()) + len(body)) for key, body in bodies.items()],
    )
    after = _bytes(connection)
    if after > limit and after > before:
        raise StorageError(f"the database would have {after} bytes", Failure.STORAGE_FULL)


def replace_entries(
    connection: sqlite3.Connection, table: str, bodies: Mapping[str, bytes], limit: int
) -> None:
    """Make these the only entries of the table.

    Raises:
        StorageError: STORAGE_FULL when the database is beyond `limit` bytes then.
    """
    connection.execute("DELETE FROM entry WHERE part = ?", (table,))
    put_entries(connection, table, bodies, limit)


def remove_entry(connection: sqlite3.Connection, table: str, key: str) -> bool:
    """Remove an entry; False where there is none."""
    cursor = connection.execute("DELETE FROM entry WHERE part = ? AND key = ?", (table, key))
    return cursor.rowcount > 0


def find_entry(connection: sqlite3.Connection, table: str, key: str) -> bytes | None:
    """An encoded entry."""
    row = connection.execute(
        "SELECT body FROM entry WHERE part = ? AND key = ?", (table, key)
    ).fetchone()
    return None if row is None else bytes(row[0])


def read_entries(connection: sqlite3.Connection, table: str) -> dict[str, bytes]:
    """All encoded entries of a table."""
    rows = connection.execute("SELECT key, body FROM entry WHERE part = ? ORDER BY key", (table,))
    return {key: bytes(body) for key, body in rows.fetchall()}


def _bytes(connection: sqlite3.Connection) -> int:
    (size,) = connection.execute("SELECT COALESCE(SUM(bytes), 0) FROM entry").fetchone()
    return int(size)
