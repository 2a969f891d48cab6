"""A database of a store that may not be open yet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from companion.engine.storage.database import Database, Table
from companion.engine.storage.store import Store

T = TypeVar("T")


class LateDatabase:
    """Implements `Database`: waits for the store at each call."""

    def __init__(
        self, store: Callable[[], Awaitable[Store]], find: Callable[[Store], Database]
    ) -> None:
        self._store = store
        self._find = find

    async def find(self, table: Table[T], key: str) -> T | None:
        """An entry."""
        return await (await self._inner()).find(table, key)

    async def entries(self, table: Table[T]) -> Mapping[str, T]:
        """All entries of a table."""
        return await (await self._inner()).entries(table)

    async def put(self, table: Table[T], entries: Mapping[str, T]) -> None:
        """Store entries beside those that are there."""
        await (await self._inner()).put(table, entries)

    async def replace(self, table: Table[T], entries: Mapping[str, T]) -> None:
        """Make these the only entries."""
        await (await self._inner()).replace(table, entries)

    async def remove(self, table: Table[T], key: str) -> bool:
        """Remove an entry."""
        return await (await self._inner()).remove(table, key)

    async def _inner(self) -> Database:
        return self._find(await self._store())
