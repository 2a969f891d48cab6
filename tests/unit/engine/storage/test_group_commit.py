from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from companion.engine.storage.group_commit import ALONE, GroupCommit, Job

MOST = 99


class Numbers:
    """Rows of one statement, as many as come together."""

    def __init__(self, *, single: bool = True) -> None:
        self.single = single
        self.asked: list[tuple[int, ...]] = []

    def is_single(self, items: Sequence[int]) -> bool:
        return self.single

    def run(self, connection: sqlite3.Connection, items: Sequence[int]) -> Sequence[int]:
        self.asked.append(tuple(items))
        connection.execute(f"INSERT INTO number VALUES {', '.join('(?)' for _ in items)}", items)
        return [10 * item for item in items]


@pytest.fixture
def rows() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute(f"CREATE TABLE number (n INTEGER CHECK (n <= {MOST})) STRICT")
    yield connection
    connection.close()


def jobs(kind: object, *items: object) -> list[Job]:  # type: ignore[type-arg]
    return [Job(kind, item, None, Future()) for item in items]  # type: ignore[arg-type]


def run(rows: sqlite3.Connection, batch: list[Job]) -> list[str]:  # type: ignore[type-arg]
    """Run a batch; gives the kinds of the statements that were needed."""
    seen: list[str] = []
    rows.set_trace_callback(lambda statement: seen.append(statement.split()[0]))
    GroupCommit(rows, Path("n.sqlite")).run(batch)
    rows.set_trace_callback(None)
    return seen


def numbers(rows: sqlite3.Connection) -> list[int]:
    return [n for (n,) in rows.execute("SELECT n FROM number ORDER BY n")]


def put(number: int):  # type: ignore[no-untyped-def]
    return lambda connection: connection.execute("INSERT INTO number VALUES (?)", (number,))


def test_what_is_alike_is_one_statement_and_each_has_its_result(rows: sqlite3.Connection) -> None:
    batch = jobs(Numbers(), 1, 2, 3)
    assert run(rows, batch) == ["INSERT"]
    assert [job.result for job in batch] == [10, 20, 30]
    assert numbers(rows) == [1, 2, 3]


def test_what_is_more_than_a_statement_is_a_transaction(rows: sqlite3.Connection) -> None:
    assert run(rows, jobs(Numbers(single=False), 1, 2)) == [
        *("BEGIN", "SAVEPOINT", "INSERT", "RELEASE", "COMMIT")
    ]


def test_others_between_them_keep_their_place(rows: sqlite3.Connection) -> None:
    kind, seen = Numbers(), []
    between = jobs(ALONE, lambda _: seen.append(numbers(rows)))
    GroupCommit(rows, Path("n.sqlite")).run([*jobs(kind, 1, 2), *between, *jobs(kind, 3)])
    assert (kind.asked, seen) == ([(1, 2), (3,)], [[1, 2]])


@pytest.mark.parametrize("single", [True, False], ids=["one statement", "several"])
@pytest.mark.parametrize("others", [(), (put(7),)], ids=["by itself", "in a group"])
def test_one_that_fails_takes_none_of_its_kind_along(
    rows: sqlite3.Connection, single: bool, others: tuple[object, ...]
) -> None:
    batch = jobs(Numbers(single=single), 1, MOST + 1, 2)
    run(rows, [*batch, *jobs(ALONE, *others)])
    assert [job.error is None for job in batch] == [True, False, True]
    assert numbers(rows) == [1, 2, *[7] * len(others)]


def test_one_statement_alone_that_the_disk_refuses_fails_the_commit(
    rows: sqlite3.Connection,
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        run(rows, jobs(Numbers(), MOST + 1))
    assert not rows.in_transaction
