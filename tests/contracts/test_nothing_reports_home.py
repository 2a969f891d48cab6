"""No library tells its makers about the player's computer."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import companion

LOADS = "import {first}; import onnxruntime"


def left_behind(home: Path, first: str) -> list[str]:
    """Names of what a process leaves in its home that loads the library of voices."""
    places = {"HOME": str(home), "USERPROFILE": str(home), "LOCALAPPDATA": str(home)}
    quiet = {"ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME"}
    environment = {name: value for name, value in os.environ.items() if name not in quiet}
    root = str(Path(__file__).resolve().parents[2])
    subprocess.run(
        [sys.executable, "-c", LOADS.format(first=first)],
        env={**environment, **places, "PYTHONPATH": root},
        check=True,
        timeout=60,
    )
    return sorted(path.name for path in home.rglob("*"))


def test_the_library_of_voices_queues_no_report_about_this_computer(tmp_path: Path) -> None:
    assert left_behind(tmp_path, first="companion") == []


def test_the_library_of_voices_is_told_before_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY", raising=False)
    importlib.reload(companion)

    assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"
