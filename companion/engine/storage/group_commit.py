"""One commit for many jobs: each fails alone, and what is alike is done at once.

A job runs in a savepoint of its own, so that a failing one takes nothing of its neighbours.

Work of one statement needs neither savepoint nor transaction: the statement undoes itself when it
fails, and alone it is a transaction. Each statement passes the interpreter's lock twice, and the
loop waits for it: so many rows of one kind are one statement.
"""

from __future__ import annotations

import itertools
import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from companion.support.errors import StorageError

S = TypeVar("S")
T = TypeVar("T")
S_contra = TypeVar("S_contra", contravariant=True)
T_co = TypeVar("T_co", covariant=True)

logger = logging.getLogger(__name__)

_TO_SAVEPOINT = "ROLLBACK TO job"


class Alike(Protocol[S_contra, T_co]):
    """Work that does many of its items at once. On the writer's thread."""

    def is_single(self, items: Sequence[S_contra]) -> bool:
        """Whether these items are going to be one statement at most."""
        ...

    def run(self, connection: sqlite3.Connection, items: Sequence[S_contra]) -> Sequence[T_co]:
        """Do all items, in order; gives one result each. What it raises undoes them all.

        Then each is done again by itself, where there are several.
        """
        ...


class Alone:
    """Work of its own kind: each item is a function, and none is done with another."""

    def is_single(self, items: Sequence[Callable[[sqlite3.Connection], Any]]) -> bool:
        """Nobody knows."""
        return False

    def run(
        self,
        connection: sqlite3.Connection,
        items: Sequence[Callable[[sqlite3.Connection], T]],
    ) -> Sequence[T]:
        """Call them."""
        return [work(connection) for work in items]


ALONE = Alone()


@dataclass(slots=True)
class Job(Generic[S, T]):
    """An item of work, and what to do between its commit and its answer."""

    kind: Alike[S, T]
    item: S
    committed: Callable[[T], None] | None
    future: Future[T]
    result: Any = None
    error: Exception | None = None

    def answer(self) -> None:
        """Tell whoever waits; the work is on disk, or came to nothing."""
        if self.error is None and self.committed is not None:
            try:
                self.committed(self.result)
            except Exception as error:  # noqa: BLE001 - belongs to whoever waits
                self.error = error
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


AnyJob = Job[Any, Any]
Run = Sequence[AnyJob]
"""Jobs of one kind that follow one another, or one that is alone."""


class GroupCommit:
    """Runs groups of jobs on one connection. On the writer's thread."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Take a connection without implicit transactions.

        Args:
            connection: The writer's.
            path: Of its file, for messages.
        """
        self._connection = connection
        self._path = path

    def run(self, batch: Sequence[AnyJob]) -> None:
        """Run jobs; each has its result or its error then, and what succeeded is on disk.

        Raises:
            sqlite3.Error: The commit failed; nothing of it happened.
        """
        runs = _runs(batch)
        if len(runs) > 1 or not _is_single(runs[0]) or not self._ran_bare(runs[0]):
            self._run_all(runs)

    def _ran_bare(self, run: Run) -> bool:
        """Run what is a transaction by itself; False where each has to be tried alone."""
        try:
            _do(self._connection, run)
        except sqlite3.Error:
            if len(run) == 1:
                raise
            return False
        except Exception as error:  # noqa: BLE001 - belongs to whoever waits
            if len(run) > 1:
                return False
            run[0].error = error
        return True

    def _run_all(self, runs: Sequence[Run]) -> None:
        alone = len(runs) == 1 and len(runs[0]) == 1
        self._connection.execute("BEGIN IMMEDIATE")
        for run in runs:
            self._run(run, "ROLLBACK" if alone else "" if _is_single(run) else _TO_SAVEPOINT)
        if self._connection.in_transaction:  # a job that was alone may have taken it back
            self._connection.execute("COMMIT")

    def _run(self, run: Run, undo: str) -> None:
        """Run jobs of one kind; what they raise stays with them unless the transaction is lost.

        Args:
            run: What to run.
            undo: Takes back what a failing run did; "" where that is nothing.
        """
        in_savepoint = undo == _TO_SAVEPOINT
        if in_savepoint:
            self._connection.execute("SAVEPOINT job")
        failed: Exception | None = None
        try:
            _do(self._connection, run)
        except Exception as error:
            if not self._connection.in_transaction:
                raise sqlite3.OperationalError("the transaction was lost") from error
            if undo:
                self._connection.execute(undo)
            failed = error
        if in_savepoint:
            self._connection.execute("RELEASE job")
        if failed:
            self._failed(run, failed)

    def _failed(self, run: Run, error: Exception) -> None:
        """One of several failed: find out which by trying each alone."""
        if len(run) == 1:
            run[0].error = self._ours(error)
            return
        for job in run:
            self._run((job,), _TO_SAVEPOINT)

    def _ours(self, error: Exception) -> Exception:
        if not isinstance(error, sqlite3.Error):
            return error
        logger.error("cannot use %s: %s", self._path, error)
        wrapped = StorageError(f"cannot use {self._path.name}")
        wrapped.__cause__ = error
        return wrapped


def _runs(batch: Iterable[AnyJob]) -> list[Run]:
    runs: list[Run] = []
    for kind, jobs in itertools.groupby(batch, key=lambda job: job.kind):
        if kind is ALONE:
            runs += [(job,) for job in jobs]
        else:
            runs.append(tuple(jobs))
    return runs


def _is_single(run: Run) -> bool:
    return run[0].kind.is_single([job.item for job in run])


def _do(connection: sqlite3.Connection, run: Run) -> None:
    results = run[0].kind.run(connection, [job.item for job in run])
    for job, result in zip(run, results, strict=True):
        job.result = result
