"""Devices and levels lie apart from players' data, whole or not at all."""

from __future__ import annotations

import os
import stat
import sys

import pytest

from companion.engine.access import records
from companion.engine.access.records import AI_LEVELS, DEVICES, RecordFile
from companion.support.errors import StorageError


@pytest.mark.behaviour("PERM-003", "STORE-005")
async def test_a_record_is_where_it_belongs_and_comes_back(tmp_path):
    record = RecordFile(tmp_path, AI_LEVELS)
    assert record.read() is None
    await record.write(b"{}")
    assert record.path == tmp_path / "data" / "system" / "ai_access.dat"
    assert RecordFile(tmp_path, AI_LEVELS).read() == b"{}"


@pytest.mark.behaviour("STORE-061")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no mode bits")
async def test_nobody_else_reads_a_record(tmp_path):
    record = RecordFile(tmp_path, DEVICES)
    await record.write(b"{}")
    assert stat.S_IMODE(os.stat(record.path).st_mode) == 0o600


async def test_a_record_that_cannot_be_read_is_kept(tmp_path):
    record = RecordFile(tmp_path, DEVICES)
    record.path.mkdir(parents=True)
    with pytest.raises(StorageError, match=r"devices\.dat"):
        record.read()
    assert record.path.is_dir()


async def test_a_record_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    record = RecordFile(tmp_path, DEVICES)
    await record.write(b"old")
    monkeypatch.setattr(os, "replace", _refuse)
    with pytest.raises(StorageError):
        await record.write(b"new")
    assert record.read() == b"old"
    assert [file.name for file in record.path.parent.iterdir()] == ["devices.dat"]


def _refuse(*_):
    raise OSError(28, "No space left on device")


def test_a_record_that_is_far_too_large_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "MAX_RECORD_BYTES", 4)
    record = RecordFile(tmp_path, DEVICES)
    record.path.parent.mkdir(parents=True)
    record.path.write_bytes(b"12345")
    with pytest.raises(StorageError, match="4 bytes"):
        record.read()
