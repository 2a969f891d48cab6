from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.storage import group_writer
from companion.engine.storage.group_writer import GroupWriter
from companion.engine.storage.sqlite_file import Schema
from companion.support.errors import CompanionError, Failure

SCHEMA = Schema(7, 1, ("CREATE TABLE number (n INTEGER CHECK (n < 100)) STRICT",))


def put(number: int):  # type: ignore[no-untyped-def]
    return lambda rows: rows.execute("INSERT INTO number VALUES (?)", (number,)).rowcount


def numbers(path: Path) -> list[int]:
    with contextlib.closing(sqlite3.connect(path)) as rows:
        return [n for (n,) in rows.execute("SELECT n FROM number ORDER BY n")]


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[GroupWriter]:
    writer = GroupWriter(tmp_path / "w.sqlite", SCHEMA)
    writer.start()
    yield writer
    writer.stop()


@contextlib.contextmanager
def held(writer: GroupWriter) -> Iterator[None]:
    """The thread is kept busy, so that what is submitted meanwhile shares a commit."""
    began, go = threading.Event(), threading.Event()

    def wait(_: sqlite3.Connection) -> None:
        began.set()
        go.wait(10)

    future = writer.submit(wait)
    began.wait(10)
    yield
    go.set()
    future.result(10)


def test_a_future_resolves_only_after_its_commit(writer: GroupWriter, tmp_path: Path) -> None:
    writer.submit(put(1)).result(10)
    assert numbers(tmp_path / "w.sqlite") == [1]


def test_what_arrives_while_the_disk_works_shares_one_commit(
    writer: GroupWriter, tmp_path: Path
) -> None:
    seen: list[int] = []
    with held(writer):
        futures = [
            writer.submit(put(n), lambda _: seen.append(len(numbers(tmp_path / "w.sqlite"))))
            for n in range(5)
        ]
    for future in futures:
        future.result(10)
    assert seen == [5] * 5


def test_a_failing_job_is_undone_alone_and_told_what_it_raised(
    writer: GroupWriter, tmp_path: Path
) -> None:
    def fails(rows: sqlite3.Connection) -> None:
        put(50)(rows)
        raise KeyError("mine")

    with held(writer):
        futures = [writer.submit(work) for work in (put(1), fails, put(2))]
    with pytest.raises(KeyError):
        futures[1].result(10)
    assert numbers(tmp_path / "w.sqlite") == [1, 2]


def test_what_sqlite_refuses_is_a_storage_error_with_its_cause(writer: GroupWriter) -> None:
    with pytest.raises(CompanionError) as caught:
        writer.submit(put(500)).result(10)
    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE
    assert isinstance(caught.value.__cause__, sqlite3.IntegrityError)


def test_a_future_cancelled_before_its_turn_is_not_run(writer: GroupWriter, tmp_path: Path) -> None:
    with held(writer):
        kept, dropped = writer.submit(put(1)), writer.submit(put(2))
        assert dropped.cancel()
    kept.result(10)
    assert numbers(tmp_path / "w.sqlite") == [1]


def test_a_failed_commit_fails_all_its_jobs_and_the_next_one_works(tmp_path: Path) -> None:
    aborted: list[bool] = []
    writer = GroupWriter(tmp_path / "w.sqlite", SCHEMA, lambda: aborted.append(True))
    writer.start()
    with held(writer):
        futures = [writer.submit(put(1)), writer.submit(lambda rows: rows.execute("ROLLBACK"))]
    for future in futures:
        with pytest.raises(CompanionError) as caught:
            future.result(10)
        assert caught.value.failure is Failure.STORAGE_UNAVAILABLE
    writer.submit(put(3)).result(10)
    writer.stop()
    assert (aborted, numbers(tmp_path / "w.sqlite")) == ([True], [3])


def test_more_than_may_wait_is_busy_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_writer, "MOST_WAITING", 3)
    writer = GroupWriter(tmp_path / "w.sqlite", SCHEMA)
    writer.start()
    with held(writer):
        for number in range(3):
            writer.submit(put(number))
        with pytest.raises(CompanionError) as caught:
            writer.submit(put(9))
    writer.stop()
    assert caught.value.failure is Failure.BUSY


def test_more_than_a_group_takes_several_commits(
    writer: GroupWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_writer, "MOST_GROUPED", 4)
    seen: list[int] = []
    with held(writer):
        futures = [
            writer.submit(put(n), lambda _: seen.append(len(numbers(tmp_path / "w.sqlite"))))
            for n in range(10)
        ]
    for future in futures:
        future.result(10)
    assert seen == [4] * 4 + [8] * 4 + [10] * 2


def test_what_follows_a_commit_and_fails_is_told_and_the_thread_goes_on(
    writer: GroupWriter, tmp_path: Path
) -> None:
    def fails(_: int) -> None:
        raise KeyError("after")

    with pytest.raises(KeyError, match="after"):
        writer.submit(put(1), fails).result(10)
    writer.submit(put(2)).result(10)
    assert numbers(tmp_path / "w.sqlite") == [1, 2]


def test_stopping_writes_what_waits_and_takes_nothing_more(
    writer: GroupWriter, tmp_path: Path
) -> None:
    with held(writer):
        for number in range(20):
            writer.submit(put(number))
    writer.stop()
    assert numbers(tmp_path / "w.sqlite") == list(range(20))
    with pytest.raises(CompanionError) as caught:
        writer.submit(put(21))
    assert caught.value.failure is Failure.CANCELLED
