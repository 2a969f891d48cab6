"""A `Database` over a SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.engine.storage import database_rows
from companion.engine.storage.database import Table
from companion.engine.storage.database_thread import DatabaseThread
from companion.support.errors import StorageError

T = TypeVar("T")


class SqliteDatabase:
    """One file, for one holder. On the engine's loop."""

    def __init__(
        self,
        thread: DatabaseThread,
        path: Path,
        limit: Callable[[], int],
        guard: Callable[[], None] = lambda: None,
    ) -> None:
        """Name the file.

        Args:
            thread: Does the work.
            path: Made at the first write.
            limit: Most encoded bytes, now.
            guard: Raises once the holder may not use it any more; called on the thread, so that
                nothing written after a deletion makes the file anew.
        """
        self._thread = thread
        self._path = path
        self._limit = limit
        self._guard = guard

    async def find(self, table: Table[T], key: str) -> T | None:
        """An entry."""
        body = await self._thread.read(
            self._path, lambda rows: database_rows.find_entry(rows, table.id, key), None
        )
        self._guard()
        return None if body is None else table.decode(body)

    async def entries(self, table: Table[T]) -> Mapping[str, T]:
        """All entries of a table, by key."""
        empty: dict[str, T] = {}
        found = await self._thread.read(
            self._path,
            lambda rows: {
                key: table.decode(body)
                for key, body in database_rows.read_entries(rows, table.id).items()
            },
            empty,
        )
        self._guard()
        return found

    async def put(self, table: Table[T], entries: Mapping[str, T]) -> None:
        """Store entries beside those that are there."""
        await self._write(table, entries, database_rows.put_entries)

    async def replace(self, table: Table[T], entries: Mapping[str, T]) -> None:
        """Make these the only entries of the table."""
        await self._write(table, entries, database_rows.replace_entries)

    async def remove(self, table: Table[T], key: str) -> bool:
        """Remove an entry."""

        def remove(rows: sqlite3.Connection) -> bool:
            self._guard()
            return database_rows.remove_entry(rows, table.id, key)

        return await self._thread.read(self._path, remove, False)

    async def _write(
        self, table: Table[T], entries: Mapping[str, T], write: Callable[..., None]
    ) -> None:
        limit = self._limit()
        await self._thread.write(
            self._path,
            lambda rows: write(rows, table.id, _encoded(table, entries), limit),
            self._guard,
        )


def _encoded(table: Table[T], entries: Mapping[str, T]) -> dict[str, bytes]:
    try:
        return {key: msgspec.json.encode(value) for key, value in entries.items()}
    except (TypeError, ValueError, RecursionError) as error:
        raise StorageError(f"an entry of {table.id} cannot be written") from error
