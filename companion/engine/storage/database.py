"""Databases that features ask questions of: one that all share, one a player of their own.

A `Table` is declared like a ledger: an identifier and a type. The text of an entry is the
feature's; who may see it is never written into the database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import msgspec

from companion.support.errors import StorageError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Table(Generic[T]):
    """One namespaced table.

    Attributes:
        id: Identifier such as `system:knowledge`.
        type: What its entries are, read strictly.
    """

    id: str
    type: type[T]

    def decode(self, body: bytes) -> T:
        """Read an entry.

        Raises:
            StorageError: It is damaged.
        """
        try:
            return msgspec.json.decode(body, type=self.type)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise StorageError(f"an entry of {self.id} is damaged") from error


class Database(Protocol):
    """One database. On the engine's loop; its work is done on a thread, each call whole or not.

    Every method raises StorageError: STORAGE_UNAVAILABLE, and STORAGE_FULL where it writes;
    CANCELLED when it belongs to a task of an earlier generation.
    """

    async def find(self, table: Table[T], key: str) -> T | None:
        """An entry."""
        ...

    async def entries(self, table: Table[T]) -> Mapping[str, T]:
        """All entries of a table, by key."""
        ...

    async def put(self, table: Table[T], entries: Mapping[str, T]) -> None:
        """Store entries beside those that are there."""
        ...

    async def replace(self, table: Table[T], entries: Mapping[str, T]) -> None:
        """Make these the only entries of the table."""
        ...

    async def remove(self, table: Table[T], key: str) -> bool:
        """Remove an entry; False where there is none."""
        ...
