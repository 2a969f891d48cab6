"""A file is the old or the new one, never half of each."""

from __future__ import annotations

import os
import stat
import sys

import pytest

from companion.support.atomic import write_atomically


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "deep" / "file"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(path.parent.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def refuse(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, b"new")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be synchronised there")
def test_the_file_and_its_name_are_on_disk(tmp_path, monkeypatch):
    synced: list[bool] = []
    sync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda h: (synced.append(is_folder(h)), sync(h)))
    write_atomically(tmp_path / "settings.json", b"{}")
    assert synced == [False, True]


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be synchronised there")
def test_a_drive_that_cannot_synchronise_folders_is_good_enough(tmp_path, monkeypatch):
    def refuse(handle: int) -> None:
        if is_folder(handle):
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuse)
    write_atomically(tmp_path / "settings.json", b"{}")
    assert (tmp_path / "settings.json").read_bytes() == b"{}"


def is_folder(handle: int) -> bool:
    return stat.S_ISDIR(os.fstat(handle).st_mode)
