"""Icons of a server stay on this computer: within bounds, and not for ever."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.client import server_icons
from companion.client.server_icons import FRESH_S, ServerIcons
from tests.helpers.clock import ManualClock
from tests.helpers.icons_game import png


def icons(folder: Path, clock: ManualClock | None = None) -> ServerIcons:
    """Icons kept in a folder, by a clock that starts at the time of the files."""
    return ServerIcons(folder, clock or ManualClock())


def aged(folder: Path, wall: float) -> None:
    """Give every file a time of its own choice, whatever the computer's clock says."""
    for file in folder.iterdir():
        os.utime(file, (wall, wall))


def test_an_icon_is_there_after_a_restart(tmp_path: Path) -> None:
    icons(tmp_path / "srv").keep("mod:gear", png(16, 16))
    aged(tmp_path / "srv", ManualClock().wall())
    again = icons(tmp_path / "srv")

    assert again.item("mod:gear") == again.texture("mod:gear") == png(16, 16)
    assert again.item("mod:other") is None


def test_an_old_icon_is_fetched_anew(tmp_path: Path) -> None:
    clock = ManualClock()
    kept = icons(tmp_path, clock)
    kept.keep("mod:gear", png(16, 16))
    aged(tmp_path, clock.wall())
    clock.advance(FRESH_S + 1)

    assert kept.item("mod:gear") is None


def test_no_name_of_a_server_leaves_the_folder(tmp_path: Path) -> None:
    icons(tmp_path / "srv").keep("../../outside:../x", png(16, 16))

    assert [file.parent for file in tmp_path.rglob("*.png")] == [tmp_path / "srv"]


def test_the_oldest_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_icons, "MOST_BYTES", 3 * len(png(16, 16)))
    clock = ManualClock()
    kept = icons(tmp_path, clock)
    for number in range(5):
        kept.keep(f"mod:item_{number}", png(16, 16))
    aged(tmp_path, clock.wall())
    there = [number for number in range(5) if kept.item(f"mod:item_{number}") is not None]

    assert there == [2, 3, 4]


def test_a_disk_that_refuses_costs_only_the_keeping(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    kept = icons(tmp_path / "file")
    kept.keep("mod:gear", png(16, 16))

    assert kept.item("mod:gear") is None
