"""The thread that works on databases, made when first written and closed when long unused."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from companion.engine.storage.schema import DATABASE
from companion.engine.storage.sqlite_file import delete_file, open_writer, reported
from companion.support.errors import CompanionError, Failure

T = TypeVar("T")

MOST_OPEN = 16
MOST_WAITING = 256


class DatabaseThread:
    """Runs whole transactions on files of one kind, one after another. On the engine's loop."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=f"database {name}")
        self._open: OrderedDict[Path, sqlite3.Connection] = OrderedDict()
        self._waiting = 0

    async def write(
        self, path: Path, work: Callable[[sqlite3.Connection], T], guard: Callable[[], None]
    ) -> T:
        """Run a transaction; on disk when it returns. The file is made if it is missing.

        Args:
            path: Which file.
            work: Reads and writes.
            guard: Called on the thread first; what it raises keeps the file from being made.

        Raises:
            CompanionError: BUSY, CANCELLED, STORAGE_UNAVAILABLE, or what guard or work raise.
        """

        def guarded() -> T:
            guard()
            return self._transaction(path, work)

        return await self._run(guarded)

    async def read(self, path: Path, work: Callable[[sqlite3.Connection], T], empty: T) -> T:
        """Look into a file; a missing one is not made.

        Raises:
            CompanionError: BUSY, CANCELLED, STORAGE_UNAVAILABLE, or what `work` raises.
        """
        return await self._run(
            lambda: self._transaction(path, work) if path.exists() else empty,
        )

    async def delete(self, path: Path) -> None:
        """Close and remove a file, readable or not.

        Raises:
            StorageError: It is still there.
        """
        await self._run(lambda: self._delete(path))

    async def stop(self) -> None:
        """Finish what waits and close all files."""
        await asyncio.to_thread(self._pool.shutdown)
        while self._open:
            self._open.popitem()[1].close()

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise CompanionError(Failure.BUSY, "the databases cannot keep up")
        try:
            future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        except RuntimeError as error:
            raise CompanionError(Failure.CANCELLED, "the databases are closed") from error
        self._waiting += 1
        future.add_done_callback(self._arrived)
        return await future

    def _arrived(self, _: object) -> None:
        self._waiting -= 1

    def _transaction(self, path: Path, work: Callable[[sqlite3.Connection], T]) -> T:
        connection = self._connection(path)
        with reported("use", path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
        return result

    def _connection(self, path: Path) -> sqlite3.Connection:
        if path not in self._open:
            self._open[path] = open_writer(path, DATABASE)
        self._open.move_to_end(path)
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)[1].close()
        return self._open[path]

    def _delete(self, path: Path) -> None:
        connection = self._open.pop(path, None)
        if connection is not None:
            connection.close()
        delete_file(path)
