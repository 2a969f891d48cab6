from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.engine.storage import checkpointer
from companion.engine.storage.checkpointer import Checkpointer
from companion.engine.storage.group_writer import GroupWriter
from companion.engine.storage.sqlite_file import Schema
from tests.helpers.hostile_wire import until

SCHEMA = Schema(7, 1, ("CREATE TABLE number (n BLOB) STRICT",))
BLOB_BYTES = 20_000


def put(rows: sqlite3.Connection) -> None:
    rows.execute("INSERT INTO number VALUES (zeroblob(?))", (BLOB_BYTES,))


async def test_what_was_committed_comes_into_the_file_while_it_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpointer, "EVERY", 2)
    path = tmp_path / "w.sqlite"
    writer = GroupWriter(path, SCHEMA)
    writer.start()
    writer.submit(put).result(60)
    before = path.stat().st_size
    writer.submit(put).result(60)
    await until(lambda: path.stat().st_size > before + BLOB_BYTES, limit_s=60.0)
    writer.stop()
    assert not path.with_name("w.sqlite-wal").exists()


def test_a_file_that_cannot_be_opened_costs_nothing_but_a_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(checkpointer, "EVERY", 1)
    tidying = Checkpointer(tmp_path / "missing" / "w.sqlite")
    tidying.committed()
    tidying.stop()
    assert "is not tidied" in caplog.text or "cannot open" in caplog.text
