"""A command whose reader has gone ends without a word, as `companion ... | head` expects."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from companion.__main__ import INTERRUPTED_CODE

pytestmark = pytest.mark.timeout(120)


def written_for_nobody(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command whose standard output is a pipe that nobody reads any more."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(
            [sys.executable, "-m", "companion", *arguments],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            timeout=100,
            check=False,
        )
    finally:
        os.close(writer)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("protocol", "schema"), INTERRUPTED_CODE),
        (("route", "help", "--json"), INTERRUPTED_CODE),
        (("--help",), 0),
    ],
    ids=["long", "short", "help"],
)
def test_a_reader_that_has_gone_is_no_error(arguments: tuple[str, ...], code: int) -> None:
    finished = written_for_nobody(*arguments)
    assert finished.stderr == ""
    assert finished.returncode == code
