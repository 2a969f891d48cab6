from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from companion.commands.bench import store


def test_the_bench_measures_the_disk_and_the_store_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "SECONDS", 0.1)
    figures = store.figures(argparse.Namespace(folder=tmp_path, full=False))
    values = {figure.name: figure.value for figure in figures}
    assert len(values) == 5
    assert all(value is not None and value > 0 for value in values.values())
    assert [figure.goal for figure in figures if figure.goal] == [2_000.0]
    assert list(tmp_path.iterdir()) == []
