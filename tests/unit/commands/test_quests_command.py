"""`companion quests` as somebody types it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.commands.quests import _quest_object
from companion.games.quest_book import Goods, Progress, Task, quest_id_text
from companion.games.quest_rules import visible
from tests.helpers.engine_link import CHAPTER, HIDDEN, book_of, quest
from tests.helpers.quest_folders import (
    quests_of,
    write_b,
    write_c,
    write_files,
    write_save,
    write_team,
)

Capture = pytest.CaptureFixture[str]


def test_a_book_is_counted_as_json(tmp_path: Path, capsys: Capture) -> None:
    write_files(quests_of(write_c(tmp_path)), {"chapters/bad.snbt": "{ id: "})
    assert main(["quests", str(tmp_path), "--json"]) == 0
    book = json.loads(capsys.readouterr().out)
    counts = book["counts"]
    assert (book["layout"], book["title"]) == ("C", "Small Pack")
    assert (counts["chapters"], counts["quests"]) == (2, 4)
    assert counts["tasks"] == {"item": 2, "checkmark": 1, "custom": 1}
    assert counts["rewards"] == {"xp": 1, "command": 1}
    assert (counts["narratable"], counts["hidden"]) == (3, 1)
    assert [fault["file"] for fault in counts["faults"]] == ["chapters/bad.snbt"]


def test_a_book_is_told_in_words(tmp_path: Path, capsys: Capture) -> None:
    assert main(["quests", str(write_b(tmp_path))]) == 0
    told = capsys.readouterr().out
    assert "4 quests in 2 chapters" in told
    assert "First Steps" in told
    assert "Everything could be read." in told


@pytest.mark.parametrize("name", ["0A00000000000001", "#0a00000000000001", "chop wood"])
def test_one_quest_is_shown_by_id_or_title(name: str, tmp_path: Path, capsys: Capture) -> None:
    assert main(["quests", str(write_b(tmp_path)), "--quest", name, "--json"]) == 0
    quest = json.loads(capsys.readouterr().out)["quest"]
    assert (quest["id"], quest["title"]) == ("0A00000000000001", "Chop Wood")
    assert quest["state"] == "progress unknown"
    assert [task["title"] for task in quest["tasks"]] == ["4x Oak Log"]
    assert [reward["type"] for reward in quest["rewards"]] == ["xp"]


def test_one_quest_is_told_in_words_and_chinese(tmp_path: Path, capsys: Capture) -> None:
    folder = str(write_c(tmp_path))
    assert main(["quests", folder, "--quest", "砍木头", "--locale", "zh_cn"]) == 0
    told = capsys.readouterr().out
    assert "砍木头  [0A00000000000001]" in told
    assert "---" in told


@pytest.mark.behaviour("QUEST-039")
def test_a_hidden_quest_is_not_shown_before_its_time(tmp_path: Path, capsys: Capture) -> None:
    folder, words = str(write_b(tmp_path)), ["--quest", "0A00000000000003"]
    assert main(["quests", folder, *words]) == 2
    assert "Secret" not in "".join(capsys.readouterr())
    write_team(write_save(tmp_path), "{ completed: { 0A00000000000001: 1L } }")
    assert main(["quests", folder, *words]) == 0
    assert "Secret Cave" in capsys.readouterr().out


def test_a_quest_names_no_hidden_one_it_waits_for() -> None:
    goods = Goods("", "")
    book = book_of(
        quest(1, "Open", tasks=(Task(16, "checkmark", "Tick", goods),)),
        quest(2, "Secret", rules=HIDDEN, tasks=(Task(32, "checkmark", "Tick", goods),)),
        quest(3, "Locked", dependencies=(1, 2, 16, 32, CHAPTER)),
    )
    shown = visible(book, Progress())
    told = _quest_object(book, Progress(), book.quests[3], shown)["dependencies"]
    assert told == [quest_id_text(number) for number in (1, 16, CHAPTER)]


def test_a_wrong_name_offers_the_nearest(tmp_path: Path, capsys: Capture) -> None:
    assert main(["quests", str(write_b(tmp_path)), "--quest", "chop woot"]) == 2
    assert "Chop Wood?" in capsys.readouterr().err


FOLDERS = {
    "missing": ({}, "nowhere", "does not exist"),
    "without quests": ({"mods/a.txt": ""}, "", "no FTB Quests book"),
    "empty": ({"config/ftbquests/quests/data.snbt": "{}"}, "", "holds no quests"),
    "broken": ({"config/ftbquests/quests/chapters/a.snbt": "{"}, "", "Repair or reinstall"),
}


@pytest.mark.parametrize(("files", "inside", "sentence"), FOLDERS.values(), ids=FOLDERS)
def test_a_folder_that_cannot_be_read_names_the_next_step(
    files: dict[str, str], inside: str, sentence: str, tmp_path: Path, capsys: Capture
) -> None:
    write_files(tmp_path, files)
    assert main(["quests", str(tmp_path / inside), "--json"]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert "failure" in json.loads(said.out)


def test_it_runs_without_window_and_sound_libraries(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules.update(dict.fromkeys(('PySide6', 'sounddevice')));"
        "from companion.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, "quests", str(write_b(tmp_path))]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_what_would_be_spoken_is_shown(tmp_path: Path, capsys: Capture) -> None:
    assert main(["quests", str(write_b(tmp_path)), "--quest", "chop wood", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["quest"]["spoken"]
    assert said[0] == "“Chop Wood” asks for four oak logs."
    assert not any("§" in sentence or "{" in sentence for sentence in said)
