"""Files of other worlds and other teams move nobody's progress (QUEST-080)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.games.instance.link import InstanceLink
from tests.helpers.quest_folders import write_c, write_save, write_team

DONE = "{ completed: { 0A00000000000001: 1L } }"
OTHER = "2" * 32


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))


@pytest.mark.behaviour("QUEST-080")
def test_another_teams_file_and_another_worlds_file_are_no_news(tmp_path: Path) -> None:
    game = write_c(tmp_path / "game")
    older, played = write_save(game, "Older"), write_save(game, "Played")
    os.utime(older / "level.dat", (1, 1))
    write_team(played, "{ completed: { } }")
    link = InstanceLink(game)
    before = link.progress()
    write_team(played, DONE, team=OTHER)
    write_team(older, DONE)
    assert before.known
    assert link.progress() is before
    assert not any(path.is_relative_to(older) for path in link.watched())
    write_team(played, DONE)
    assert link.progress().completed == {0x0A00000000000001}
