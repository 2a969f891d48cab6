"""Whose progress a player of a served folder sees: their own team's, and nobody else's."""

from __future__ import annotations

import zipfile
from pathlib import Path
from uuid import UUID

import pytest

from companion.games.instance.link import InstanceLink
from companion.games.link import GamePlayer
from companion.support.errors import Failure, LinkError
from tests.helpers.quest_folders import (
    PLAYER,
    ROOT,
    dashed,
    write_a,
    write_c,
    write_files,
    write_save,
    write_team,
)

DONE = "{ completed: { 0A00000000000001: 1L } }"
ALEX = GamePlayer(UUID(PLAYER), "Alex")
STEVE = GamePlayer(UUID(int=0x57), "Steve")
TEAM = "9" * 32


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_c(tmp_path / "Pack" / ".minecraft")


@pytest.fixture
def world(game: Path) -> Path:
    return write_save(game)


@pytest.fixture
def link(game: Path) -> InstanceLink:
    return InstanceLink(game)


def test_everybody_sees_the_progress_of_their_own_team(link: InstanceLink, world: Path) -> None:
    write_team(world, DONE)
    write_team(world, "{ }", team=STEVE.uuid.hex)
    assert link.progress(ALEX).completed == {ROOT}
    steves = link.progress(STEVE)
    assert (steves.known, steves.completed, steves.player) == (True, frozenset(), "Steve")
    assert link.progress(ALEX) is link.progress(ALEX)


def test_a_player_whom_the_world_does_not_know_is_shown_nobodys(
    link: InstanceLink, world: Path
) -> None:
    write_team(world, DONE)
    assert not link.progress(STEVE).known
    assert link.progress(STEVE).completed == frozenset()


def test_a_party_counts_for_its_members_only(link: InstanceLink, world: Path) -> None:
    write_team(world, DONE, team=TEAM)
    members = f'{{ ranks: {{ {dashed(STEVE.uuid.hex)}: "member" }} }}'
    write_files(world, {f"ftbteams/party/{dashed(TEAM)}.snbt": members})
    write_team(world, "{ }")
    write_team(world, "{ }", team=STEVE.uuid.hex)
    assert link.progress(STEVE).completed == {ROOT}
    assert link.progress(ALEX).completed == frozenset()


def test_a_player_who_joined_but_did_nothing_is_known(link: InstanceLink, world: Path) -> None:
    write_files(world, {f"playerdata/{STEVE.uuid}.dat": ""})
    progress = link.progress(STEVE)
    assert (progress.known, progress.completed) == (True, frozenset())


def test_a_name_that_ftb_teams_knows_once_finds_the_player_of_another_id(
    link: InstanceLink, world: Path
) -> None:
    write_team(world, DONE)
    write_files(world, {f"ftbteams/player/{dashed(PLAYER)}.snbt": '{ player_name: "Steve" }'})
    assert link.progress(STEVE).completed == {ROOT}
    other = f"ftbteams/player/{dashed('8' * 32)}.snbt"
    write_files(world, {other: '{ player_name: "steve" }'})
    assert not link.progress(STEVE).known


@pytest.mark.parametrize(
    ("player", "completed"),
    [(ALEX, {0x0A0000A1, 0x0A000001}), (STEVE, set()), (GamePlayer(UUID(PLAYER)), set())],
    ids=["the founder", "another", "without a name"],
)
def test_a_team_of_1_12_is_its_founders(
    tmp_path: Path, player: GamePlayer, completed: set[int]
) -> None:
    game = write_a(tmp_path)
    world = write_save(game)
    write_files(world, {"data/ftb_lib/teams/alex/ftbquests.nbt": "{Tasks:{0a0000a1:4L}}"})
    for one in (ALEX, STEVE):
        write_files(world, {f"playerdata/{one.uuid}.dat": ""})
    assert InstanceLink(tmp_path).progress(player).completed == completed


PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00\x00\x10\x08\x06\x00\x00\x00"
    b"\x1f\xf3\xffa"
)


def test_an_icon_comes_out_of_the_games_own_files(link: InstanceLink, game: Path) -> None:
    (game / "mods").mkdir(exist_ok=True)
    with zipfile.ZipFile(game / "mods" / "gems.jar", "w") as jar:
        jar.writestr("assets/gems/textures/item/ruby.png", PNG)
        jar.writestr("assets/gems/textures/gui/frame.png", PNG + b"frame")
    assert (link.icon("gems:ruby"), link.icon("gems:gui/frame")) == (PNG, PNG + b"frame")


@pytest.mark.parametrize(
    "item",
    ["gems:nothing", "no id", "gems:../../secret", "..:secret", "gems:/etc/passwd", ""],
)
def test_what_is_no_icon_is_not_found(link: InstanceLink, game: Path, item: str) -> None:
    (game / "secret.png").write_bytes(PNG)
    (game / "mods").mkdir(exist_ok=True)
    with zipfile.ZipFile(game / "mods" / "gems.jar", "w") as jar:
        jar.writestr("assets/gems/textures/item/ruby.png", PNG)
    with pytest.raises(LinkError) as refused:
        link.icon(item)
    assert refused.value.failure is Failure.NOT_FOUND
