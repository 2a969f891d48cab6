"""`companion serve` as a process of its own beside a test that runs Qt's loop, not asyncio's."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVE = (sys.executable, "-m", "companion", "serve", "--listen", "127.0.0.1:0")
PATIENCE_S = 60.0


class ServeProcess:
    """A serving process; what its console said so far is in `lines`."""

    def __init__(self, world: Path, *options: str) -> None:
        self.lines: list[str] = []
        self.log: list[str] = []
        self._spoke = threading.Event()
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            (*SERVE, "--world", str(world), *options),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
            bufsize=1,
            cwd=ROOT,
        )
        self._readers = [
            threading.Thread(target=self._read, args=(stream, kept), daemon=True)
            for stream, kept in (
                (self._process.stdout, self.lines),
                (self._process.stderr, self.log),
            )
        ]
        for reader in self._readers:
            reader.start()
        assert self._spoke.wait(PATIENCE_S), self.log

    @property
    def url(self) -> str:
        return self.lines[0].split(" ")[3].rstrip(".")

    def types(self, line: str) -> None:
        """Type a line at the console."""
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def code(self) -> str:
        """The newest code that the console showed; empty before the first."""
        found = [code for line in list(self.lines) for code in re.findall(r"\b\d{6}\b", line)]
        return found[-1] if found else ""

    def said(self, words: str) -> bool:
        return any(words in line for line in list(self.lines))

    def end(self) -> None:
        """End it, and wait until it is gone."""
        self._process.terminate()
        self._process.wait(PATIENCE_S)
        for reader in self._readers:
            reader.join(PATIENCE_S)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream
            stream.close()

    def _read(self, stream, kept: list[str]) -> None:
        for line in stream:
            kept.append(line.strip())
            if kept is self.lines:
                self._spoke.set()


@contextmanager
def serving(world: Path, *options: str) -> Iterator[ServeProcess]:
    world.mkdir(exist_ok=True)
    process = ServeProcess(world, *options)
    try:
        yield process
    finally:
        process.end()
