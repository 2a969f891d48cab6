"""Game folders are found where known launchers keep them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.client.first_start import launchers
from companion.client.first_start.launchers import find_games

LAUNCHERS = [
    pytest.param("linux", ".minecraft", "Minecraft", id="the game's own, Linux"),
    pytest.param("win32", "AppData/Roaming/.minecraft", "Minecraft", id="the game's own, Windows"),
    pytest.param(
        "darwin", "Library/Application Support/minecraft", "Minecraft", id="the game's own, macOS"
    ),
    pytest.param(
        "linux", ".local/share/PrismLauncher/instances/ATM/minecraft", "Prism Launcher", id="Prism"
    ),
    pytest.param(
        "linux",
        ".var/app/org.prismlauncher.PrismLauncher/data/PrismLauncher/instances/ATM/.minecraft",
        "Prism Launcher",
        id="Prism from Flatpak",
    ),
    pytest.param("win32", "curseforge/minecraft/Instances/ATM", "CurseForge", id="CurseForge"),
    pytest.param(
        "win32", "AppData/Roaming/ModrinthApp/profiles/ATM", "Modrinth App", id="Modrinth"
    ),
    pytest.param("linux", ".local/share/atlauncher/instances/ATM", "ATLauncher", id="ATLauncher"),
    pytest.param("linux", ".ftba/instances/ATM", "FTB App", id="FTB"),
    pytest.param(
        "darwin",
        "Library/Application Support/gdlauncher_carbon/data/instances/ATM/instance",
        "GDLauncher",
        id="GDLauncher",
    ),
    pytest.param("win32", "AppData/Roaming/.minecraft/versions/ATM", "HMCL", id="HMCL"),
]


def made(folder: Path, *, quests: bool = False, played: float | None = None) -> Path:
    (folder / "mods").mkdir(parents=True)
    if quests:
        (folder / "config/ftbquests/quests").mkdir(parents=True)
    if played is not None:
        (folder / "logs").mkdir()
        log = folder / "logs/latest.log"
        log.touch()
        os.utime(log, (played, played))
    return folder


@pytest.mark.parametrize(("platform", "where", "launcher"), LAUNCHERS)
def test_each_launcher_is_known(tmp_path: Path, platform: str, where: str, launcher: str) -> None:
    folder = made(tmp_path / where)
    found = find_games(tmp_path, {}, platform)
    assert [(game.launcher, Path(game.folder)) for game in found] == [(launcher, folder)]


def test_a_folder_with_quests_comes_first_then_the_latest_played(tmp_path: Path) -> None:
    base = tmp_path / ".local/share/PrismLauncher/instances"
    made(base / "old/minecraft", played=1000.0)
    made(base / "new/minecraft", played=2000.0)
    made(base / "quests/minecraft", quests=True)
    found = find_games(tmp_path, {}, "linux")
    assert [(game.name, game.has_quests) for game in found] == [
        ("quests", True),
        ("new", False),
        ("old", False),
    ]


def test_a_folder_in_which_no_game_ever_ran_is_none(tmp_path: Path) -> None:
    (tmp_path / ".local/share/PrismLauncher/instances/empty").mkdir(parents=True)
    (tmp_path / ".local/share/PrismLauncher/instances/instgroups.json").touch()
    assert find_games(tmp_path, {}, "linux") == ()


def test_a_launcher_with_very_many_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launchers, "MOST_FOLDERS", 3)
    for number in range(6):
        made(tmp_path / f".ftba/instances/{number}")
    assert len(find_games(tmp_path, {}, "linux")) == 3


def test_where_a_launcher_has_a_file_there_is_nothing(tmp_path: Path) -> None:
    (tmp_path / ".ftba").mkdir()
    (tmp_path / ".ftba/instances").touch()
    assert find_games(tmp_path, {}, "linux") == ()
