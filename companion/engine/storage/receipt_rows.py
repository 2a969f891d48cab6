"""Step receipts as rows. Reading on any thread, writing on the store's."""

from __future__ import annotations

import sqlite3
from typing import Any
from uuid import UUID

from companion.engine.storage.receipt import Receipt, Step, StepState, is_fingerprint
from companion.engine.storage.reclaim import reclaim
from companion.engine.storage.totals import Totals
from companion.support.errors import StorageError

_COLUMNS = "task, step, tool, fingerprint, idempotent, state, result"

_ENDED = (
    "SELECT seq, bytes FROM receipt WHERE player = ? AND state = 'DONE' AND seq <> ?"
    " AND NOT EXISTS (SELECT 1 FROM task WHERE task.player = receipt.player"
    " AND 'event/' || task.id = receipt.task"
    " AND task.state IN ('QUEUED', 'RUNNING', 'WAITING')) ORDER BY seq"
)
"""A finished step of a task that will go on is needed: without it, it would be done again.

`event_task.step_task` says under which name a task's steps are.
"""


def read_receipt(
    connection: sqlite3.Connection, player: UUID, task: str, step: str
) -> Receipt | None:
    """The receipt of a step.

    Raises:
        StorageError: It is damaged.
    """
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM receipt WHERE player = ? AND task = ? AND step = ?",
        (player.bytes, task, step),
    ).fetchone()
    return None if row is None else _receipt(row)


def read_unfinished(connection: sqlite3.Connection, player: UUID) -> tuple[Receipt, ...]:
    """Receipts that are not done, oldest first.

    Raises:
        StorageError: One of them is damaged.
    """
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM receipt WHERE player = ? AND state <> 'DONE' ORDER BY seq",
        (player.bytes,),
    ).fetchall()
    return tuple(map(_receipt, rows))


def insert_receipt(connection: sqlite3.Connection, player: UUID, step: Step, totals: Totals) -> int:
    """Record an intent.

    Returns:
        Its row.

    Raises:
        StorageError: The fingerprint is none.
    """
    if not is_fingerprint(step.fingerprint):
        raise StorageError(f"step {step.step} has no fingerprint")
    size = sum(len(part.encode()) for part in (step.task, step.step, step.tool, step.fingerprint))
    totals.receipts += 1
    totals.receipt_bytes += size
    (row,) = connection.execute(
        f"INSERT INTO receipt (player, {_COLUMNS}, bytes)"
        " VALUES (?, ?, ?, ?, ?, ?, 'RUNNING', x'', ?) RETURNING seq",
        (
            *(player.bytes, step.task, step.step, step.tool, step.fingerprint),
            *(step.idempotent, size),
        ),
    ).fetchone()
    return int(row)


def finish_receipt(
    connection: sqlite3.Connection, player: UUID, step: Step, result: bytes, totals: Totals
) -> int:
    """Store a result.

    Returns:
        The row.
    """
    totals.receipt_bytes += len(result)
    (row,) = connection.execute(
        "UPDATE receipt SET state = 'DONE', result = ?, bytes = bytes + ?"
        " WHERE player = ? AND task = ? AND step = ? RETURNING seq",
        (result, len(result), player.bytes, step.task, step.step),
    ).fetchone()
    return int(row)


def remove_receipt(
    connection: sqlite3.Connection, player: UUID, step: Step, totals: Totals
) -> None:
    """Forget a receipt."""
    for (size,) in connection.execute(
        "DELETE FROM receipt WHERE player = ? AND task = ? AND step = ? RETURNING bytes",
        (player.bytes, step.task, step.step),
    ).fetchall():
        totals.receipts -= 1
        totals.receipt_bytes -= size


def reclaim_receipts(
    connection: sqlite3.Connection, player: UUID, totals: Totals, bound: tuple[int, int], fresh: int
) -> None:
    """Make room by giving up the oldest finished steps.

    Args:
        connection: Of the store's thread.
        player: Whose.
        totals: Counted so far; corrected.
        bound: Most entries and bytes.
        fresh: Row that was just written; it stays.

    Raises:
        StorageError: STORAGE_FULL when all others are still needed.
    """
    entries, size = totals.receipts - bound[0], totals.receipt_bytes - bound[1]
    ended = connection.execute(_ENDED, (player.bytes, fresh))
    rows, freed = reclaim(ended, entries, size)
    ended.close()
    connection.executemany("DELETE FROM receipt WHERE seq = ?", [(row,) for row in rows])
    totals.receipts -= len(rows)
    totals.receipt_bytes -= freed


def _receipt(row: tuple[Any, ...]) -> Receipt:
    task, step, tool, fingerprint, idempotent, state, result = row
    if state not in StepState.__members__ or not is_fingerprint(fingerprint):
        raise StorageError(f"the receipt of step {step} is damaged")
    return Receipt(
        Step(task, step, tool, fingerprint, bool(idempotent)), StepState(state), bytes(result)
    )
