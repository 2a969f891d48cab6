"""A program started by a test: its words gathered line by line, its end certain."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

END_S = 60.0
"""A loaded machine takes its time; a program that hangs is ended all the same."""


class Child:
    """One child process. Its stderr goes to a file, its stdout to `lines`."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], log: Path, cwd: Path
    ) -> None:
        self.lines: list[str] = []
        self._changed = threading.Condition()
        self._log = log.open("wb")
        self._process = subprocess.Popen(
            command,
            env=dict(environment),
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            bufsize=1,
        )
        self._thread = threading.Thread(target=self._read, name=f"reads {command[0]}")
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """None while it runs."""
        return self._process.poll()

    def tell(self, line: str) -> None:
        """Send a line to its stdin."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")

    def wait_until(self, happened: Callable[[list[str]], bool], what: str, within: float) -> None:
        """Return once the lines satisfy a condition; fail the test after `within` seconds."""
        with self._changed:
            if not self._changed.wait_for(lambda: happened(self.lines), within):
                told = f"{self.lines[-20:]}\n{self.complaints()[-2000:]}"
                raise AssertionError(f"no {what} within {within} s: {told}")

    def complaints(self) -> str:
        """What it wrote to stderr so far."""
        return Path(self._log.name).read_text(errors="replace")

    def stop(self) -> None:
        """Ask it to end, then end it. Safe to call twice."""
        self._process.terminate()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(END_S)
        self._thread.join(END_S)
        for pipe in (self._process.stdin, self._process.stdout, self._log):
            if pipe is not None:
                pipe.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._changed.notify_all()


def comes_true(happened: Callable[[], bool], within: float, every: float = 0.02) -> bool:
    """Ask again and again; whether it happened within so many seconds."""
    end = time.monotonic() + within
    while not happened():
        if time.monotonic() > end:
            return False
        time.sleep(every)
    return True


def wait_for(happened: Callable[[], bool], what: str, within: float, every: float = 0.02) -> None:
    """Ask again and again until it happened; fail the test after `within` seconds."""
    assert comes_true(happened, within, every), f"no {what} within {within} s"
