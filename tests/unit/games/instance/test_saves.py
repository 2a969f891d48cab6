"""Who plays in which world."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from companion.games.instance.saves import newest_world, player_of
from tests.helpers.quest_folders import PLAYER, dashed, nbt, write_files

_WORDS = (0x11111111, 0x22223333, 0x44445555, 0x55555555)

LEVELS = {
    "four numbers": {"Player": {"UUID": _WORDS}},
    "two halves": {"Player": {"UUIDMost": 0x1111111122223333, "UUIDLeast": 0x4444555555555555}},
    "26.1, numbers": {"singleplayer_uuid": _WORDS},
    "26.1, text": {"singleplayer_uuid": dashed(PLAYER)},
}


def write_level(world: Path, data: dict[str, object]) -> Path:
    world.mkdir(parents=True, exist_ok=True)
    (world / "level.dat").write_bytes(gzip.compress(nbt({"Data": data})))
    return world


@pytest.mark.parametrize("data", LEVELS.values(), ids=LEVELS)
def test_the_single_player_is_named_by_the_level(data: dict[str, object], tmp_path: Path) -> None:
    player = player_of(write_level(tmp_path / "world", data), tmp_path)
    assert player is not None
    assert player.uuid == PLAYER


@pytest.mark.parametrize("folder", ["playerdata", "players/data"])
def test_on_a_server_the_last_one_saved_plays(folder: str, tmp_path: Path) -> None:
    world = write_level(tmp_path / "world", {})
    write_files(world, {f"{folder}/{dashed(PLAYER)}.dat": ""})
    write_files(tmp_path, {"usernamecache.json": f'{{"{dashed(PLAYER)}": "Alex"}}'})
    player = player_of(world, tmp_path)
    assert player is not None
    assert (player.uuid, player.name) == (PLAYER, "Alex")


def test_a_world_nobody_has_played_has_no_player(tmp_path: Path) -> None:
    assert (
        player_of(write_level(tmp_path / "world", {"singleplayer_uuid": "who"}), tmp_path) is None
    )


def test_no_save_is_no_world(tmp_path: Path) -> None:
    (tmp_path / "saves" / "empty").mkdir(parents=True)
    assert newest_world(tmp_path) is None


@pytest.mark.parametrize("name", ["../outside", "/etc"])
def test_a_server_setting_cannot_lead_outside(name: str, tmp_path: Path) -> None:
    write_level(tmp_path / "outside", {})
    write_level(tmp_path / "server" / "world", {})
    write_files(tmp_path / "server", {"server.properties": f"level-name={name}"})
    assert newest_world(tmp_path / "server") == tmp_path / "server" / "world"
