"""Settings every test shares: no screen, no user folders, no network by accident."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep settings of the person who runs the tests out of them."""
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config"))
