"""A disk that is full while the companion runs: told once, nothing lost, and saved again later."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.client.orders import Pin
from companion.client.state import Entry
from companion.support.settings import read_settings, write_settings
from tests.helpers.running_companion import QUIET, WAIT_MS, Running, Start, companions

TOLD = "failure.settings_not_saved"


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A disk of 4 MiB of its own, with every folder of the companion on it."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place))
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    for name in ("COMPANION_CONFIG", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(place / name.lower()))
    yield place
    subprocess.run(("umount", "-l", str(place)), check=True)


@pytest.fixture
def start(disk: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    with companions(disk, qapp, monkeypatch) as begin:
        yield begin


def fill(disk: Path) -> None:
    """Leave no byte on it."""
    with (disk / "filler").open("ab", buffering=0) as file:
        for size in (1 << 16, 1 << 10, 1):
            try:
                while file.write(b"x" * size) == size:
                    pass
            except OSError:
                continue


def told(one: Running) -> list[Entry]:
    return [entry for entry in one.state.entries if entry.words.key == TOLD]


def test_what_was_saved_stays_and_what_could_not_be_is_told_and_saved_later(
    start: Start, disk: Path, qtbot: QtBot
) -> None:
    write_settings(disk, QUIET)
    one = start()
    one.ask("help")
    qtbot.waitUntil(lambda: one.state.front is not None, timeout=WAIT_MS)
    one.companion._settings.change(volume=35)
    qtbot.waitUntil(lambda: read_settings(disk).settings.volume == 35, timeout=WAIT_MS)
    fill(disk)
    one.companion._settings.change(volume=40)
    qtbot.waitUntil(lambda: TOLD in one.log(), timeout=WAIT_MS)
    assert read_settings(disk).settings.volume == 35
    one.ask("show my quests")
    qtbot.waitUntil(lambda: bool(one.quests()), timeout=WAIT_MS)
    one.companion._session.order(Pin(one.state.cards[0].ref.id))
    qtbot.waitUntil(lambda: bool(one.state.pinned), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: one.log().count(TOLD) == 2, timeout=WAIT_MS)
    assert len({entry.words.args["detail"] for entry in told(one)}) == 2, "each file once"
    qtbot.waitUntil(lambda: not one.companion._settings._rest.isActive(), timeout=WAIT_MS)
    (disk / "filler").unlink()
    one.companion.stop()
    assert read_settings(disk).settings.volume == 40
    assert len(list((disk / "system" / "pins").iterdir())) == 1
