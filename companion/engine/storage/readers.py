"""Threads that read a file beside its writer: each sees one committed moment, none waits."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from companion.engine.storage.sqlite_file import open_reader, reported
from companion.support.errors import CompanionError, Failure

T = TypeVar("T")

MOST_WAITING = 4096
"""Reads that may wait for a thread; one more is BUSY."""


class Readers:
    """A few reading connections. `submit` from any thread."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._path = path
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=f"reader {path.stem}")
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._places = threading.BoundedSemaphore(MOST_WAITING)

    def submit(self, look: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Queue a read of one moment.

        Raises:
            CompanionError: BUSY when too many wait, CANCELLED once it was stopped.
        """
        if not self._places.acquire(blocking=False):
            raise CompanionError(Failure.BUSY, f"{self._path.name} cannot keep up")
        try:
            future = self._pool.submit(self._look, look)
        except RuntimeError as error:
            self._places.release()
            raise CompanionError(Failure.CANCELLED, "the store is closed") from error
        future.add_done_callback(lambda _: self._places.release())
        return future

    def stop(self) -> None:
        """End the threads and close what they read; blocks."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        while self._connections:
            self._connections.pop().close()

    def _look(self, look: Callable[[sqlite3.Connection], T]) -> T:
        with reported("read", self._path), self._moment() as connection:
            return look(connection)

    @contextlib.contextmanager
    def _moment(self) -> Iterator[sqlite3.Connection]:
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = open_reader(self._path)
            self._connections.append(connection)
        connection.execute("BEGIN")
        try:
            yield connection
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
