"""`Snapshot` and `Transaction` on rows: a player's data at one moment, and being changed."""

from __future__ import annotations

import sqlite3
from typing import TypeVar
from uuid import UUID

from companion.engine.storage import ledger_rows, receipt_rows, task_rows
from companion.engine.storage.conversation import Round
from companion.engine.storage.event_task import EventTask, TaskState
from companion.engine.storage.ledger import Ledger
from companion.engine.storage.limits import StorageLimits
from companion.engine.storage.receipt import Beginning, Receipt, Replay, Step, StepState, beginning
from companion.engine.storage.record import PlayerRecord
from companion.engine.storage.totals import Totals
from companion.support.errors import Failure, StorageError

T = TypeVar("T")


class SqliteSnapshot:
    """Reads within one transaction of a connection; on the thread that has it."""

    def __init__(self, connection: sqlite3.Connection, player: UUID) -> None:
        self.player = player
        self._connection = connection

    def record(self) -> PlayerRecord:
        """The player's record."""
        return ledger_rows.read_record(self._connection, self.player)

    def find(self, ledger: Ledger[T], key: str = "") -> T | None:
        """An entry of a ledger."""
        return ledger_rows.read_entry(self._connection, self.player, ledger, key)

    def get(self, ledger: Ledger[T]) -> T:
        """The single entry of a ledger, or its factory's value."""
        found = self.find(ledger)
        if found is not None:
            return found
        if ledger.factory is None:
            raise StorageError(f"{ledger.kind} of {ledger.owner} is missing")
        return ledger.factory()

    def entries(self, ledger: Ledger[T]) -> tuple[tuple[str, T], ...]:
        """Keys and entries in the order they were added."""
        return ledger_rows.read_entries(self._connection, self.player, ledger)

    def receipt(self, task: str, step: str) -> Receipt | None:
        """The receipt of a step."""
        return receipt_rows.read_receipt(self._connection, self.player, task, step)

    def unfinished(self) -> tuple[Receipt, ...]:
        """Steps whose end is not known."""
        return receipt_rows.read_unfinished(self._connection, self.player)

    def task(self, task: str) -> EventTask | None:
        """An event task."""
        return task_rows.read_task(self._connection, self.player, task)

    def tasks(self) -> tuple[EventTask, ...]:
        """All event tasks kept."""
        return task_rows.read_tasks(self._connection, self.player)


class SqliteTransaction(SqliteSnapshot):
    """Writes within a savepoint of the store's thread; `close` judges the whole.

    Attributes:
        rounds: What is to be remembered once this is on disk.
        wish: Whether the player wants a history, where this change read or set that; else None.
    """

    def __init__(
        self, connection: sqlite3.Connection, player: UUID, totals: Totals, limits: StorageLimits
    ) -> None:
        super().__init__(connection, player)
        self.rounds: list[Round] = []
        self.wish: bool | None = None
        self._totals = totals
        self._limits = limits
        self._bytes_before = totals.bytes

    def set_record(self, record: PlayerRecord) -> bool:
        """Store the record."""
        self.wish = record.preferences.history
        return ledger_rows.write_record(self._connection, self.player, record, self._totals)

    def put(self, ledger: Ledger[T], value: T, key: str = "") -> bool:
        """Store an entry."""
        return ledger_rows.write_entry(
            self._connection, self.player, ledger, (key, value), self._totals
        )

    def remove(self, ledger: Ledger[T], key: str = "") -> bool:
        """Remove an entry."""
        return ledger_rows.remove_entry(self._connection, self.player, ledger, key, self._totals)

    def begin(self, step: Step) -> Beginning:
        """Record the intent of a step."""
        known = self.receipt(step.task, step.step)
        verdict = beginning(known, step)
        if known is None:
            row = receipt_rows.insert_receipt(self._connection, self.player, step, self._totals)
            self._reclaim_receipts(row)
        return verdict

    def done(self, step: Step, result: bytes) -> None:
        """Store the result of a step that was begun."""
        known = self.receipt(step.task, step.step)
        if known is None:
            raise StorageError(f"step {step.step} was not begun")
        verdict = beginning(known, step)
        if isinstance(verdict, Replay):
            if verdict.result != result:
                raise StorageError(f"step {step.step} was done with another result")
            return
        row = receipt_rows.finish_receipt(self._connection, self.player, step, result, self._totals)
        self._reclaim_receipts(row)

    def withdraw(self, step: Step) -> None:
        """Forget an intent whose tool says for certain that nothing happened."""
        known = self.receipt(step.task, step.step)
        if known is not None and known.state is StepState.RUNNING:
            receipt_rows.remove_receipt(self._connection, self.player, step, self._totals)

    def enqueue(self, task: EventTask) -> bool:
        """Keep a new event task."""
        added = task_rows.insert_task(self._connection, self.player, task, self._totals)
        if added:
            self._reclaim_tasks(task.id)
        return added

    def move(self, task: str, state: TaskState) -> None:
        """Set a task's state."""
        task_rows.move_task(self._connection, self.player, task, state)

    def spend(self, task: str, budget: bytes) -> None:
        """Store the budget that a task has used so far."""
        task_rows.spend_task(self._connection, self.player, task, budget, self._totals)
        self._reclaim_tasks(task)

    def remember(self, finished: Round) -> None:
        """Keep a round once this change is on disk."""
        self.rounds.append(finished)
        self.wish = self.record().preferences.history

    def close(self) -> Totals:
        """Judge the whole change.

        Returns:
            What the player has now.

        Raises:
            StorageError: STORAGE_FULL when it grew beyond the limit; shrinking is always allowed.
        """
        size = self._totals.bytes
        if size > self._limits.business_bytes and size > self._bytes_before:
            raise StorageError(f"{self.player} has {size} bytes", Failure.STORAGE_FULL)
        return self._totals

    def _reclaim_receipts(self, fresh: int) -> None:
        size = min(self._limits.receipt_bytes, self._limits.business_bytes)
        bound = (self._limits.receipt_entries, size)
        receipt_rows.reclaim_receipts(self._connection, self.player, self._totals, bound, fresh)

    def _reclaim_tasks(self, fresh: str) -> None:
        size = min(self._limits.event_bytes, self._limits.business_bytes)
        bound = (self._limits.event_entries, size)
        task_rows.reclaim_tasks(self._connection, self.player, self._totals, bound, fresh)
