"""Freed memory leaves the process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.support import memory

PROGRAM = """
from companion.support.memory import give_back
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4 // 1024
blocks = [bytes(1000) for _ in range(200_000)]
kept = blocks[-1]
full = resident()
del blocks
give_back()
print(full - resident())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only glibc keeps it")
def test_what_was_freed_is_given_back() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60
    )
    assert int(ran.stdout) > 100


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_heaps_are_shared_where_the_system_can(
    monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    asked: list[tuple[int, int]] = []

    class Library:
        def mallopt(self, what: int, value: int) -> int:
            asked.append((what, value))
            return 1

    monkeypatch.setattr(memory.sys, "platform", platform)
    monkeypatch.setattr(memory.ctypes, "CDLL", lambda name: Library())
    memory.share_arenas()
    wanted = [(-8, memory.ARENAS), (-3, memory.MAPPED_BYTES)]
    assert asked == (wanted if platform == "linux" else [])
