"""Quest and progress files that are just being written, or are beyond all measure."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.games.instance.kept_books import SETTLE_S
from companion.games.instance.link import InstanceLink
from companion.support.errors import Failure, LinkError
from tests.helpers.clock import ManualClock
from tests.helpers.quest_folders import ROOT, quests_of, write_c, write_save, write_team

DONE = "{ completed: { 0A00000000000001: 1L } }"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))
    return write_c(tmp_path / "Pack" / ".minecraft")


def test_a_chapter_that_is_being_written_leaves_the_last_good_book_for_a_while(game: Path) -> None:
    clock = ManualClock()
    link = InstanceLink(game.parent, clock)
    whole = link.book("en_us")
    for chapter in (quests_of(game) / "chapters").glob("*.snbt"):
        chapter.write_bytes(chapter.read_bytes()[:-40])
    for path in filter(Path.is_file, game.rglob("*")):
        os.utime(path, (clock.wall(), clock.wall()))
    assert link.book("en_us") is whole
    clock.advance(SETTLE_S + 1)
    with pytest.raises(LinkError) as caught:
        link.book("en_us")
    assert caught.value.failure == Failure.QUESTS_BROKEN


def test_progress_beyond_all_measure_is_not_read(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = InstanceLink(game.parent)
    team = write_team(write_save(game), DONE)
    assert link.progress().completed == {ROOT}
    monkeypatch.setattr("companion.games.instance.kept_progress.MAX_FILE_BYTES", 64)
    team.write_text("{ completed: { 0A00000000000002: 1L } }" + " " * 64)
    assert link.progress().completed == {ROOT}
