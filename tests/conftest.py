"""Settings every test shares: no screen, no user folders, no network by accident."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples everywhere, as Hypothesis does by itself where it knows that it is a CI: what
# explores says so (`derandomize=False`).
settings.register_profile("repeatable", derandomize=True)
settings.load_profile("repeatable")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One cache for the whole run: models are put together in it once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep settings of the person who runs the tests out of them."""
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config"))
