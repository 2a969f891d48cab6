"""One thread that writes one file; what arrives while the disk works shares the next commit.

A job runs in a savepoint of its own, so that a failing one takes nothing of its neighbours. Its
future is resolved only after the commit that holds it, which is on the disk (SQLite, WAL,
`synchronous = FULL`: the log is synced at each commit).

Work of one statement needs neither: the statement undoes itself when it fails, and alone it is a
transaction. Each statement passes the interpreter's lock twice, and the loop waits for it.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from companion.engine.storage.checkpointer import MOST_LOG_PAGES, Checkpointer
from companion.engine.storage.sqlite_file import Schema, open_writer
from companion.support.errors import CompanionError, Failure, StorageError

T = TypeVar("T")

logger = logging.getLogger(__name__)

MOST_WAITING = 4096
"""Jobs that may wait for the disk; one more is BUSY."""
MOST_GROUPED = 512
"""Jobs of one commit."""
_TO_SAVEPOINT = "ROLLBACK TO job"


def _never() -> bool:
    return False


@dataclass(slots=True)
class Job(Generic[T]):
    """Work on the connection, and what to do between its commit and its answer."""

    work: Callable[[sqlite3.Connection], T]
    committed: Callable[[T], None] | None
    is_single: Callable[[], bool]
    future: Future[T]
    result: Any = None
    error: Exception | None = None


class GroupWriter:
    """Owns the writing connection of a file. `submit` from any thread."""

    def __init__(
        self, path: Path, schema: Schema, aborted: Callable[[], None] = lambda: None
    ) -> None:
        """Name the file.

        Args:
            path: Made by `start` if it is missing.
            schema: What it is.
            aborted: Called on the thread when a commit failed and its jobs came to nothing.
        """
        self._path = path
        self._schema = schema
        self._aborted = aborted
        self._jobs: queue.SimpleQueue[Job[Any] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=f"writer {path.stem}", daemon=True)
        self._checkpointer = Checkpointer(path)
        self._door = threading.Lock()
        self._is_open = False
        self._connection: sqlite3.Connection

    def start(self) -> None:
        """Open the file and start the thread; blocks on the disk.

        Raises:
            StorageError: The file cannot be used.
        """
        self._connection = open_writer(self._path, self._schema)
        self._connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_LOG_PAGES}")
        self._is_open = True
        self._thread.start()

    def submit(
        self,
        work: Callable[[sqlite3.Connection], T],
        committed: Callable[[T], None] | None = None,
        is_single: Callable[[], bool] = _never,
    ) -> Future[T]:
        """Queue work; never blocks. A future cancelled before its turn is not run.

        Args:
            work: Reads and writes on the connection; no I/O of its own. What it raises undoes it.
            committed: Called on the thread once the work is on disk, before the future resolves.
            is_single: Called on the thread just before the work; says that this once it is going to
                be one statement at most.

        Raises:
            CompanionError: BUSY when too many wait, CANCELLED once it was stopped.
        """
        job = Job(work, committed, is_single, Future())
        with self._door:
            if not self._is_open:
                raise CompanionError(Failure.CANCELLED, "the store is closed")
            if self._jobs.qsize() >= MOST_WAITING:
                raise CompanionError(Failure.BUSY, f"{self._path.name} cannot keep up")
            self._jobs.put(job)
        return job.future

    def stop(self) -> None:
        """Finish what waits, close the file and end the thread; blocks."""
        with self._door:
            was_open, self._is_open = self._is_open, False
        if was_open:
            self._jobs.put(None)
            self._thread.join()
            self._checkpointer.stop()
            self._connection.close()  # the last one: it empties the log

    def _work(self) -> None:
        while batch := self._take():
            self._commit(batch)
            for job in batch:
                _answer(job)
            self._checkpointer.committed()

    def _take(self) -> list[Job[Any]]:
        """Everything that waits, up to a group; empty at the end."""
        first = self._jobs.get()
        batch: list[Job[Any]] = []
        while first is not None:
            if first.future.set_running_or_notify_cancel():
                batch.append(first)
            if len(batch) == MOST_GROUPED:
                break
            try:
                first = self._jobs.get_nowait()
            except queue.Empty:
                if batch:
                    break
                first = self._jobs.get()
        else:
            if batch:
                self._jobs.put(None)  # the end comes after this group
        return batch

    def _commit(self, batch: list[Job[Any]]) -> None:
        try:
            if len(batch) == 1 and batch[0].is_single():
                self._run_bare(batch[0])
            else:
                self._run_all(batch)
        except sqlite3.Error as error:
            logger.error("cannot write %s: %s", self._path, error)
            self._roll_back()
            for job in batch:
                job.error = StorageError(f"cannot write {self._path.name}")
                job.error.__cause__ = error

    def _run_bare(self, job: Job[Any]) -> None:
        """Run a job that is a transaction by itself: it is on the disk when it returns."""
        try:
            job.result = job.work(self._connection)
        except sqlite3.Error:
            raise
        except Exception as error:  # noqa: BLE001 - belongs to whoever waits
            job.error = error

    def _run_all(self, batch: list[Job[Any]]) -> None:
        alone = len(batch) == 1
        self._connection.execute("BEGIN IMMEDIATE")
        for job in batch:
            self._run(job, "ROLLBACK" if alone else "" if job.is_single() else _TO_SAVEPOINT)
        if self._connection.in_transaction:  # a job that was alone may have taken it back
            self._connection.execute("COMMIT")

    def _run(self, job: Job[Any], undo: str) -> None:
        """Run a job; what it raises stays with it unless the whole transaction is lost.

        Args:
            job: What to run.
            undo: Takes back what a failing job did; "" where that is nothing.
        """
        in_savepoint = undo == _TO_SAVEPOINT
        if in_savepoint:
            self._connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(self._connection)
        except Exception as error:
            if not self._connection.in_transaction:
                raise sqlite3.OperationalError("the transaction was lost") from error
            if undo:
                self._connection.execute(undo)
            job.error = self._ours(error)
        if in_savepoint:
            self._connection.execute("RELEASE job")

    def _ours(self, error: Exception) -> Exception:
        if not isinstance(error, sqlite3.Error):
            return error
        logger.error("cannot use %s: %s", self._path, error)
        wrapped = StorageError(f"cannot use {self._path.name}")
        wrapped.__cause__ = error
        return wrapped

    def _roll_back(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        self._aborted()


def _answer(job: Job[Any]) -> None:
    if job.error is None and job.committed is not None:
        try:
            job.committed(job.result)
        except Exception as error:  # noqa: BLE001 - belongs to whoever waits
            job.error = error
    if job.error is None:
        job.future.set_result(job.result)
    else:
        job.future.set_exception(job.error)
