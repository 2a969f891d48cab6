"""The engine's bench with a handful of companions, and where it cannot measure."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from companion.commands.bench import engine, store
from companion.commands.bench.engine_companion import framed
from companion.support import collector


def arguments(folder: Path, clients: int) -> argparse.Namespace:
    return argparse.Namespace(folder=folder, clients=clients, seconds=0.3, full=False)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the store, which has a test of its own, and warm up for a moment only."""
    monkeypatch.setattr(store, "figures", lambda _: ())
    monkeypatch.setattr(engine, "WARM_UP_S", 0.2)
    monkeypatch.setattr(engine, "PER_S", 20.0)


def test_a_few_companions_are_served_without_a_miss(tmp_path: Path) -> None:
    found = {one.name: one for one in engine.figures(arguments(tmp_path, 8))}
    assert found["engine: commands missed"].value == 0
    assert found["engine: command, p50"].value is not None
    assert found["engine: notice read by all"].value is not None


def test_more_connections_than_the_system_allows_are_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "raise_limit", lambda _: False)
    found = engine.figures(arguments(tmp_path, 8))
    assert {one.value for one in found} == {None}
    assert all(one.note.startswith("not measured") for one in found)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535])
def test_a_frame_is_as_long_as_it_says(size: int) -> None:
    frame = framed(b"x" * size)
    told = frame[1] & 0x7F
    start = 2 if told < 126 else 4
    assert (told if told < 126 else int.from_bytes(frame[2:4], "big")) == size
    assert frame[start + 4 :] == b"x" * size


def test_a_settled_process_leaves_what_it_has_out_of_collections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(collector.gc, "collect", lambda: done.append("collect"))
    monkeypatch.setattr(collector.gc, "freeze", lambda: done.append("freeze"))
    monkeypatch.setattr(collector.gc, "set_threshold", lambda *_: done.append("threshold"))
    monkeypatch.setattr(collector.sys, "setswitchinterval", lambda _: done.append("switch"))
    collector.settle()
    assert done == ["collect", "freeze", "threshold", "switch"]
