"""Demo and bench where something is missing: one sentence and exit code 1, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.timeout(120)

WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "hibari":
            raise ModuleNotFoundError("No module named 'hibari'", name="hibari")
sys.meta_path.insert(0, Missing())
from companion.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
"""The program on a computer where the English voice was never installed."""


def failed(*arguments: str, program: tuple[str, ...] = ("-m", "companion")) -> str:
    """Run a command that must fail; what it wrote to stderr."""
    finished = subprocess.run(
        [sys.executable, *program, *arguments],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert finished.returncode == 1
    assert "Traceback" not in finished.stderr
    return finished.stderr


@pytest.mark.parametrize("command", [("demo", "--out"), ("bench", "turn")], ids=["demo", "bench"])
def test_without_the_speech_package_it_says_what_to_install(tmp_path: Path, command) -> None:
    folder = [str(tmp_path / "out")] if command[0] == "demo" else []
    said = failed(*command, *folder, program=("-c", WITHOUT))
    assert "The offline speech package hibari is missing" in said
    assert "pip install" in said


@pytest.mark.parametrize("exists", [False, True], ids=["missing", "no wav"])
def test_a_recording_that_cannot_be_read_is_named(tmp_path: Path, exists: bool) -> None:
    recording = tmp_path / "words.wav"
    if exists:
        recording.write_text("no sound")
    said = failed("demo", "--out", str(tmp_path / "out"), "--say", str(recording))
    assert "The recording words.wav cannot be read" in said


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    out = tmp_path / "taken" / "out"
    assert str(out) in failed("demo", "--out", str(out))
