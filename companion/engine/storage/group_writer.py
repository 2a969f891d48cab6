"""One thread that writes one file; what arrives while the disk works shares the next commit.

The future of a job is resolved only after the commit that holds it, which is on the disk (SQLite,
WAL, `synchronous = FULL`: the log is synced at each commit). What a commit is: `group_commit.py`.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

from companion.engine.storage.checkpointer import MOST_LOG_PAGES, Checkpointer
from companion.engine.storage.group_commit import ALONE, Alike, AnyJob, GroupCommit, Job
from companion.engine.storage.sqlite_file import Schema, open_writer
from companion.support.errors import CompanionError, Failure, StorageError

S = TypeVar("S")
T = TypeVar("T")

logger = logging.getLogger(__name__)

MOST_WAITING = 4096
"""Jobs that may wait for the disk; one more is BUSY."""
MOST_GROUPED = 512
"""Jobs of one commit."""


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
        self._jobs: queue.SimpleQueue[AnyJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=f"writer {path.stem}", daemon=True)
        self._checkpointer = Checkpointer(path)
        self._door = threading.Lock()
        self._is_open = False
        self._connection: sqlite3.Connection
        self._group: GroupCommit

    def start(self) -> None:
        """Open the file and start the thread; blocks on the disk.

        Raises:
            StorageError: The file cannot be used.
        """
        self._connection = open_writer(self._path, self._schema)
        self._connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_LOG_PAGES}")
        self._group = GroupCommit(self._connection, self._path)
        self._is_open = True
        self._thread.start()

    def submit(
        self,
        work: Callable[[sqlite3.Connection], T],
        committed: Callable[[T], None] | None = None,
    ) -> Future[T]:
        """Queue work; never blocks. A future cancelled before its turn is not run.

        Args:
            work: Reads and writes on the connection; no I/O of its own. What it raises undoes it.
            committed: Called on the thread once the work is on disk, before the future resolves.

        Raises:
            CompanionError: BUSY when too many wait, CANCELLED once it was stopped.
        """
        future: Future[T] = Future()
        self._queue(Job(ALONE, work, committed, future))
        return future

    def submit_alike(self, kind: Alike[S, T], item: S) -> Future[T]:
        """Queue an item of a kind; those that come together are done together.

        Raises:
            CompanionError: As `submit`.
        """
        future: Future[T] = Future()
        self._queue(Job(kind, item, None, future))
        return future

    def stop(self) -> None:
        """Finish what waits, close the file and end the thread; blocks."""
        with self._door:
            was_open, self._is_open = self._is_open, False
        if was_open:
            self._jobs.put(None)
            self._thread.join()
            self._checkpointer.stop()
            self._connection.close()  # the last one: it empties the log

    def _queue(self, job: AnyJob) -> None:
        with self._door:
            if not self._is_open:
                raise CompanionError(Failure.CANCELLED, "the store is closed")
            if self._jobs.qsize() >= MOST_WAITING:
                raise CompanionError(Failure.BUSY, f"{self._path.name} cannot keep up")
            self._jobs.put(job)

    def _work(self) -> None:
        while batch := self._take():
            self._commit(batch)
            for job in batch:
                job.answer()
            self._checkpointer.committed()

    def _take(self) -> list[AnyJob]:
        """Everything that waits, up to a group; empty at the end."""
        first = self._jobs.get()
        batch: list[AnyJob] = []
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

    def _commit(self, batch: list[AnyJob]) -> None:
        try:
            self._group.run(batch)
        except sqlite3.Error as error:
            logger.error("cannot write %s: %s", self._path, error)
            self._roll_back()
            for job in batch:
                job.error = StorageError(f"cannot write {self._path.name}")
                job.error.__cause__ = error

    def _roll_back(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        self._aborted()
