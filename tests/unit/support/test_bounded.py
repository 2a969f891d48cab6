"""Files that are read no further than allowed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from companion.support.bounded import read_bounded


def test_a_file_is_read_up_to_the_bound(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b"12345")
    assert (read_bounded(file, 3), read_bounded(file, 9)) == (b"123", b"12345")


def test_what_is_missing_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_bounded(tmp_path / "none", 9)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize("kind", ["a pipe that nobody writes", "a device without an end", "folder"])
def test_what_is_no_ordinary_file_is_refused_and_waited_for_by_nobody(
    tmp_path: Path, kind: str
) -> None:
    place = tmp_path / "a.json"
    if kind == "a pipe that nobody writes":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    else:
        place.symlink_to("/dev/zero")
    with pytest.raises(OSError, match=r"ordinary|directory"):
        read_bounded(place, 9)
