"""The operator's terminal: what the tabulator key brings, and how the terminal is left."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from companion.engine.console.terminal import completed, is_terminal

pty = pytest.importorskip("pty", reason="no terminals of this kind here")

WORDS = {"gr": ("grant",), "grant sys": ("system:default",), "s": ()}


def complete(line: str) -> tuple[str, ...]:
    return WORDS.get(line, ())


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("gr", ("grant",)),
        ("/system gr", ("grant",)),
        ("system grant sys", ("system:default",)),
        ("  gr", ("grant",)),
        ("s", ("stop",)),
        ("dance", ()),
    ],
)
def test_the_last_word_is_completed_with_or_without_the_prefix(
    line: str, found: tuple[str, ...]
) -> None:
    assert completed(line, complete) == found


def test_lines_out_of_a_pipe_are_read_plainly() -> None:
    assert not is_terminal(io.StringIO("stop\n"))


def read_until(terminal: int, wanted: bytes) -> bytes:
    """Read a terminal until something stands there; its end, or the test's time, ends it."""
    seen = b""
    while wanted not in seen:
        seen += os.read(terminal, 1024)
    return seen


@pytest.mark.timeout(120)
@pytest.mark.skipif(sys.platform == "win32", reason="no terminals of this kind here")
def test_the_tabulator_key_completes_in_a_served_world(tmp_path: Path) -> None:
    arguments = ("-m", "companion", "serve", "--world", str(tmp_path), "--listen", "127.0.0.1:0")
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.executable, (sys.executable, *arguments))
    read_until(terminal, b"Companions connect")
    os.write(terminal, b"grant sys\t")
    seen = read_until(terminal, b"system:default")
    os.write(terminal, b"Nobody\nstop\n")
    seen += read_until(terminal, b"Everything is saved")
    assert os.waitpid(process, 0)[1] == 0
    assert b"Traceback" not in seen
