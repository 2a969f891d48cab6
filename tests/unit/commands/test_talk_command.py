"""`companion talk` where no companion runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.commands.talk import NOT_RUNNING_CODE


def test_without_a_companion_it_says_what_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert main(["talk", "down"]) == NOT_RUNNING_CODE
    assert "No companion is running" in capsys.readouterr().err
