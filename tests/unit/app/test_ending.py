"""A program with a window ends when it is told to, in time, whatever hangs."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

_PROGRAM = """
import signal, sys, threading, time
from PySide6.QtCore import QCoreApplication
from companion.app.ending import end_on_signals, end_within

for name in {signals}:  # who runs the tests may have these ignored: `nohup` does
    signal.signal(getattr(signal, name), signal.SIG_DFL)
application = QCoreApplication([])
with end_on_signals(application):
    {before}
    code = application.exec()
end_within(0.2, code)
{after}
sys.exit(code)
"""
ENDING = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
HUNG = "threading.Thread(target=threading.Event().wait).start()"


def ended(before: str, after: str = "") -> int:
    program = _PROGRAM.format(signals=ENDING, before=before, after=after)
    return subprocess.run([sys.executable, "-c", program], timeout=30, check=False).returncode


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_it_also_before_it_runs(name: str) -> None:
    assert getattr(signal, name)
    assert ended(f"signal.raise_signal(signal.{name})") == 0


def test_what_hangs_does_not_keep_it() -> None:
    assert ended("signal.raise_signal(signal.SIGINT)", HUNG) == 0
