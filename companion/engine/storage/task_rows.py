"""Event tasks as rows. Reading on any thread, writing on the store's."""

from __future__ import annotations

import sqlite3
from typing import Any
from uuid import UUID

from companion.engine.storage.event_task import EventTask, TaskState, may_move
from companion.engine.storage.reclaim import reclaim
from companion.engine.storage.totals import Totals
from companion.support.errors import StorageError

_COLUMNS = "id, rule, module, module_version, input, policy, budget, deadline, state"
_ENDED = (
    "SELECT seq, bytes FROM task WHERE player = ? AND id <> ?"
    " AND state IN ('SUCCEEDED', 'FAILED', 'PARTIALLY_SUCCEEDED') ORDER BY seq"
)


def read_task(connection: sqlite3.Connection, player: UUID, task: str) -> EventTask | None:
    """One task.

    Raises:
        StorageError: Its state has no known name (ENG-026).
    """
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM task WHERE player = ? AND id = ?", (player.bytes, task)
    ).fetchone()
    return None if row is None else _task(row)


def read_tasks(connection: sqlite3.Connection, player: UUID) -> tuple[EventTask, ...]:
    """All tasks, oldest first.

    Raises:
        StorageError: The state of one has no known name.
    """
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM task WHERE player = ? ORDER BY seq", (player.bytes,)
    ).fetchall()
    return tuple(map(_task, rows))


def insert_task(
    connection: sqlite3.Connection, player: UUID, task: EventTask, totals: Totals
) -> bool:
    """Keep a new task; False where its id is known."""
    texts = (task.id, task.rule, task.module, task.module_version)
    size = sum(len(text.encode()) for text in texts)
    size += len(task.input) + len(task.policy) + len(task.budget)
    added = connection.execute(
        f"INSERT INTO task (player, {_COLUMNS}, bytes)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, id) DO NOTHING",
        (
            *(player.bytes, *texts, task.input, task.policy, task.budget),
            *(task.deadline, task.state.value, size),
        ),
    ).rowcount
    totals.tasks += added
    totals.task_bytes += size * added
    return bool(added)


def move_task(connection: sqlite3.Connection, player: UUID, task: str, state: TaskState) -> None:
    """Set a state.

    Raises:
        StorageError: The task is not kept, or has ended otherwise.
    """
    known = read_task(connection, player, task)
    if known is None or not (known.state is state or may_move(known.state, state)):
        raise StorageError(f"event task {task} cannot become {state}")
    connection.execute(
        "UPDATE task SET state = ? WHERE player = ? AND id = ?", (state.value, player.bytes, task)
    )


def spend_task(
    connection: sqlite3.Connection, player: UUID, task: str, budget: bytes, totals: Totals
) -> None:
    """Store the budget used so far.

    Raises:
        StorageError: The task is not kept, or has ended.
    """
    known = read_task(connection, player, task)
    if known is None or not may_move(known.state, TaskState.FAILED):
        raise StorageError(f"event task {task} does not run")
    grown = len(budget) - len(known.budget)
    totals.task_bytes += grown
    connection.execute(
        "UPDATE task SET budget = ?, bytes = bytes + ? WHERE player = ? AND id = ?",
        (budget, grown, player.bytes, task),
    )


def reclaim_tasks(
    connection: sqlite3.Connection, player: UUID, totals: Totals, bound: tuple[int, int], fresh: str
) -> None:
    """Make room by giving up the oldest ended tasks.

    Args:
        connection: Of the store's thread.
        player: Whose.
        totals: Counted so far; corrected.
        bound: Most entries and bytes.
        fresh: Task that was just written; it stays.

    Raises:
        StorageError: STORAGE_FULL when all others may still go on.
    """
    entries, size = totals.tasks - bound[0], totals.task_bytes - bound[1]
    ended = connection.execute(_ENDED, (player.bytes, fresh))
    rows, freed = reclaim(ended, entries, size)
    ended.close()
    connection.executemany("DELETE FROM task WHERE seq = ?", [(row,) for row in rows])
    totals.tasks -= len(rows)
    totals.task_bytes -= freed


def _task(row: tuple[Any, ...]) -> EventTask:
    task, rule, module, version, given, policy, budget, deadline, state = row
    if state not in TaskState.__members__:
        raise StorageError(f"event task {task} is damaged")
    encoded = bytes(given), bytes(policy), bytes(budget)
    return EventTask(task, rule, module, version, *encoded, deadline, TaskState(state))
