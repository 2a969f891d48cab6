"""Freed memory leaves the process."""

from __future__ import annotations

import subprocess
import sys

import pytest

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
