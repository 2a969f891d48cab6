"""A folder as a game: its book, its newest save, its team."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.games.instance.link import InstanceLink
from companion.games.link import Capability
from companion.games.registry import open_link
from companion.support.errors import Failure, LinkError
from tests.helpers.quest_folders import (
    PLAYER,
    ROOT,
    dashed,
    quests_of,
    write_a,
    write_b,
    write_c,
    write_d,
    write_files,
    write_save,
    write_team,
)

DONE = "{ completed: { 0A00000000000001: 1L } }"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_c(tmp_path / "Pack" / ".minecraft")


@pytest.fixture
def link(game: Path) -> InstanceLink:
    return InstanceLink(game.parent)


def touch_later(path: Path) -> None:
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 5_000_000_000))


def test_a_folder_is_opened_without_reading_it(tmp_path: Path) -> None:
    link = open_link(tmp_path / "nowhere")
    assert (link.id, link.world_name()) == ("instance", "nowhere")
    with pytest.raises(LinkError):
        link.book("en_us")


def test_the_world_is_called_after_folder_then_book(link: InstanceLink) -> None:
    assert link.world_name() == "Pack"
    link.book("en_us")
    assert link.world_name() == "Small Pack"


def test_an_inventory_is_not_claimed(link: InstanceLink) -> None:
    assert Capability.INVENTORY not in link.capabilities
    assert link.inventory() == {}


def test_a_book_is_kept_until_a_file_changes(link: InstanceLink, game: Path) -> None:
    first = link.book("en_us")
    assert link.book("en_us") is first
    lang = quests_of(game) / "lang" / "en_us.snbt"
    lang.write_text(lang.read_text("utf-8").replace("Chop Wood", "Cut Wood"), "utf-8")
    touch_later(lang)
    assert link.book("en_us").quests[ROOT].title == "§6Cut Wood"


def test_languages_are_kept_side_by_side(link: InstanceLink) -> None:
    english, chinese = link.book("en_us"), link.book("zh_cn")
    assert (link.book("en_us"), link.book("zh_cn")) == (english, chinese)
    assert chinese.quests[ROOT].title == "砍木头"


def test_without_a_save_progress_is_unknown(link: InstanceLink) -> None:
    assert not link.progress().known


def test_a_save_without_team_file_has_done_nothing_yet(link: InstanceLink, game: Path) -> None:
    write_save(game)
    progress = link.progress()
    assert progress.known
    assert progress.completed == frozenset()


def test_the_players_own_file_counts(link: InstanceLink, game: Path) -> None:
    write_team(write_save(game), DONE)
    write_files(game, {"usercache.json": f'[{{"uuid": "{dashed(PLAYER)}", "name": "Alex"}}]'})
    progress = link.progress()
    assert (progress.known, progress.player, progress.completed) == (True, "Alex", {ROOT})


def test_the_newest_save_counts(link: InstanceLink, game: Path) -> None:
    write_team(write_save(game, "Old"), "{ }")
    newer = write_save(game, "Newer")
    write_team(newer, DONE)
    touch_later(newer / "level.dat")
    assert link.progress().completed == {ROOT}


def test_the_party_of_the_player_counts_and_is_looked_up_anew(
    link: InstanceLink, game: Path
) -> None:
    world = write_save(game)
    write_team(world, "{ }")
    write_team(world, DONE, team="9" * 32)
    party = f"ftbteams/party/{dashed('9' * 32)}.snbt"
    assert link.progress().completed == frozenset()
    write_files(world, {party: f'{{ ranks: {{ {dashed(PLAYER)}: "member" }} }}'})
    assert link.progress().completed == {ROOT}
    (world / party).unlink()
    assert link.progress().completed == frozenset()


def test_a_half_written_file_leaves_the_last_good_one(link: InstanceLink, game: Path) -> None:
    team = write_team(write_save(game), DONE)
    assert link.progress().completed == {ROOT}
    team.write_text("{ completed: { 0A000000")
    assert link.progress().completed == {ROOT}
    team.write_text("{ completed: { 0A00000000000002: 1L } }")
    assert link.progress().completed == {0x0A00000000000002}


def test_a_file_that_was_never_whole_is_unknown_progress(link: InstanceLink, game: Path) -> None:
    write_team(write_save(game), "{ completed: { 0A000000")
    assert not link.progress().known


def test_a_broken_level_is_unknown_progress(link: InstanceLink, game: Path) -> None:
    (write_save(game) / "level.dat").write_bytes(b"\x1f\x8bnoise")
    assert not link.progress().known


def test_json5_inside_a_teams_file_is_read(tmp_path: Path) -> None:
    game = write_d(tmp_path)
    write_team(write_save(game), '{ "completed": { "720575940379279361": 1700000000000, }, }')
    assert InstanceLink(tmp_path).progress().completed == {ROOT}


def test_progress_of_1_12_is_worked_out(tmp_path: Path) -> None:
    game = write_a(tmp_path)
    world = write_save(game)
    write_files(world, {"data/ftb_lib/teams/alex/ftbquests.nbt": "{Tasks:{0a0000a1:4L}}"})
    assert InstanceLink(tmp_path).progress().completed == {0x0A0000A1, 0x0A000001}


def test_a_server_folder_reads_its_world(tmp_path: Path) -> None:
    write_b(tmp_path)
    write_files(tmp_path, {"server.properties": "level-name=realm\n"})
    write_team(write_save(tmp_path).rename(tmp_path / "realm"), DONE)
    assert InstanceLink(tmp_path).progress().completed == {ROOT}


def refuse(path: Path, *_: object) -> None:
    raise PermissionError(13, "Permission denied", str(path))


def test_a_folder_that_may_not_be_read_says_so(
    link: InstanceLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(LinkError) as caught:
        link.book("en_us")
    assert caught.value.failure is Failure.QUESTS_BROKEN
    assert caught.value.detail.endswith("chapters: Permission denied")


def test_a_save_that_may_not_be_read_leaves_the_progress_unknown(
    link: InstanceLink, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_save(game)
    monkeypatch.setattr("companion.games.instance.kept_progress.newest_world", refuse)
    assert not link.progress().known
    assert link.book("en_us").quests


def test_more_texts_than_can_be_watched_cost_no_quest(
    link: InstanceLink, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.games.ftbquests.files.MAX_FILES", 20)
    write_files(game, {f"kubejs/assets/pack/models/{n}.json": "{}" for n in range(30)})
    assert link.book("en_us").quests


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders")
@pytest.mark.parametrize("name", ["server.properties", "usercache.json"])
def test_a_pipe_in_place_of_a_file_does_not_hang(link: InstanceLink, game: Path, name: str) -> None:
    write_save(game)
    (game / name).unlink(missing_ok=True)
    os.mkfifo(game / name)
    assert link.progress().known
