"""What worlds keep about a team."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.ftbquests.classic_progress import read_classic_progress
from companion.games.ftbquests.folder import find_quest_folder
from companion.games.ftbquests.progress import read_progress
from companion.games.ftbquests.read import read_book
from companion.games.ftbquests.teams import party_files, player_name, team_of
from companion.games.snbt.content import Syntax, read_content
from tests.helpers.quest_folders import PLAYER, dashed, write_a, write_files

HEX = f"""{{
	task_progress: {{ 0A000000000000A1: 3, 7CE16FEEA03DBE1F: 8L }}
	started: {{ 0A00000000000001: 1700000000000L }}
	completed: {{ 0000000000000001: 1700000000000L }}
	claimed_rewards: {{
		"{PLAYER}:0A000000000000B1": 1700000000000L
		"{"0" * 32}:0A000000000000B2": 1700000000000L
		"{"9" * 32}:0A000000000000B3": 1700000000000L
	}}
}}"""

DECIMAL = f"""{{
  "task_progress": {{ "720575940379279521": 3, "8998596601144262175": 8, }},
  "started": {{ "720575940379279361": 1700000000000, }},
  "completed": {{ "1": 1700000000000, }},
  "claimed_rewards": {{
    "{PLAYER}:720575940379279537": 1, "{"0" * 32}:720575940379279538": 1,
  }},
}}"""


@pytest.mark.parametrize("text", [HEX, DECIMAL], ids=["hexadecimal ids", "decimal ids of 26.1"])
def test_a_teams_file_is_read(text: str) -> None:
    raw = read_content(text.encode(), Syntax.JSON5).value
    progress = read_progress(raw, dashed(PLAYER), "Alex")
    assert (progress.known, progress.player) == (True, "Alex")
    assert progress.task_progress == {0x0A000000000000A1: 3, 0x7CE16FEEA03DBE1F: 8}
    assert (progress.started, progress.completed) == ({0x0A00000000000001}, {1})
    assert progress.claimed == {0x0A000000000000B1, 0x0A000000000000B2}


@pytest.mark.parametrize("raw", [{}, {"completed": 5, "claimed_rewards": [1], "started": {"x": 1}}])
def test_a_strange_file_gives_no_progress(raw: dict[str, object]) -> None:
    progress = read_progress(raw, PLAYER, "")
    assert not progress.completed | progress.started | progress.claimed


def team(world: Path, number: str, ranks: str) -> None:
    write_files(world, {f"ftbteams/party/{dashed(number)}.snbt": f"{{ ranks: {{ {ranks} }} }}"})


def test_a_member_plays_for_the_party(tmp_path: Path) -> None:
    team(tmp_path, "9" * 32, f'{dashed("2" * 32)}: "owner" {dashed(PLAYER)}: "officer"')
    assert team_of(party_files(tmp_path), PLAYER) == "9" * 32


@pytest.mark.parametrize("rank", ["ally", "invited"])
def test_friends_of_a_party_play_for_themselves(rank: str, tmp_path: Path) -> None:
    team(tmp_path, "9" * 32, f'{dashed(PLAYER)}: "{rank}"')
    assert team_of(party_files(tmp_path), dashed(PLAYER)) == PLAYER


def test_a_broken_party_counts_for_nobody(tmp_path: Path) -> None:
    write_files(tmp_path, {"ftbteams/party/x.snbt": "{ ranks: "})
    assert team_of(party_files(tmp_path), PLAYER) == PLAYER


def test_the_teams_mod_knows_names(tmp_path: Path) -> None:
    name = f"ftbteams/player/{dashed(PLAYER)}.snbt"
    write_files(tmp_path, {name: '{ player_name: "Alex" }'})
    assert player_name(tmp_path, PLAYER) == "Alex"
    assert player_name(tmp_path, "3" * 32) == ""


def test_completion_of_1_12_follows_from_tasks_and_dependencies(tmp_path: Path) -> None:
    book = read_book(find_quest_folder(write_a(tmp_path)), "en_us")
    tasks = {"0a0000a2": 3, "0a0000a3": 0}
    locked = read_classic_progress({"Tasks": tasks}, PLAYER, "", book)
    opened = read_classic_progress({"Tasks": {**tasks, "0a0000a1": 4}}, PLAYER, "", book)
    assert 0x0A000002 not in locked.completed
    assert opened.completed >= {0x0A000001, 0x0A000002}
    assert 0x0A000003 not in opened.completed


def test_claims_of_1_12_count_for_player_and_team(tmp_path: Path) -> None:
    book = read_book(find_quest_folder(write_a(tmp_path)), "en_us")
    raw = {"ClaimedTeamRewards": [-1], "ClaimedPlayerRewards": {dashed(PLAYER): [7], "3" * 32: [8]}}
    assert read_classic_progress(raw, PLAYER, "", book).claimed == {0xFFFFFFFF, 7}
