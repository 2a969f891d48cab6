"""Folders that are missing, empty, broken, huge or out to do harm."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from companion.games.ftbquests import assemble, files
from companion.games.ftbquests.folder import find_quest_folder
from companion.games.ftbquests.read import read_book
from companion.games.quest_book import QuestBook
from companion.support.errors import Failure, LinkError
from tests.helpers.quest_folders import ROOT, quests_of, write_a, write_b, write_d, write_files


def book_in(folder: Path) -> QuestBook:
    return read_book(find_quest_folder(folder), "en_us")


def failure_of(folder: Path) -> LinkError:
    with pytest.raises(LinkError) as caught:
        book_in(folder)
    return caught.value


def test_a_missing_folder_says_so(tmp_path: Path) -> None:
    error = failure_of(tmp_path / "nowhere")
    assert (error.failure, error.detail) == (Failure.FOLDER_MISSING, str(tmp_path / "nowhere"))


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert failure_of(tmp_path / "file").failure is Failure.FOLDER_MISSING


@pytest.mark.behaviour("QUEST-003")
def test_a_folder_without_quests_says_where_it_looked(tmp_path: Path) -> None:
    error = failure_of(tmp_path)
    assert (error.failure, error.detail) == (Failure.QUESTS_MISSING, str(tmp_path))


EMPTY = {
    "no chapters": {"data.snbt": "{ }"},
    "chapters without a file": {"chapters/readme.txt": ""},
    "chapters without a quest": {"chapters/a.snbt": '{ id: "0A" }'},
}


@pytest.mark.parametrize("written", EMPTY.values(), ids=EMPTY)
def test_an_empty_book_is_called_empty(written: dict[str, str], tmp_path: Path) -> None:
    write_files(quests_of(tmp_path), written)
    error = failure_of(tmp_path)
    assert (error.failure, error.detail) == (Failure.QUESTS_EMPTY, str(quests_of(tmp_path)))


def test_a_book_of_broken_files_is_called_broken(tmp_path: Path) -> None:
    write_files(quests_of(tmp_path), {"chapters/a.snbt": "{ id: ", "chapters/b.snbt": "\0\1\2"})
    error = failure_of(tmp_path)
    assert error.failure is Failure.QUESTS_BROKEN
    assert error.detail.startswith("chapters/")


@pytest.mark.parametrize(
    "chapter", ['{ quests: [{ id: "0B" }] }', '{ id: "0A" quests: [{ title: "no id" }] }']
)
def test_a_book_without_one_usable_quest_says_what_is_wrong(chapter: str, tmp_path: Path) -> None:
    write_files(quests_of(tmp_path), {"chapters/a.snbt": chapter})
    error = failure_of(tmp_path)
    assert error.failure is Failure.QUESTS_BROKEN
    assert "id" in error.detail


def test_a_copied_chapter_does_not_cost_the_one_it_was_copied_from(tmp_path: Path) -> None:
    chapter = '{ id: "0A" quests: [{ id: "0B" title: "One" }] }'
    write_files(quests_of(tmp_path), {"chapters/a.snbt": chapter, "chapters/b.snbt": chapter})
    book = book_in(tmp_path)
    assert [len(chapter.quests) for chapter in book.chapters] == [1]
    fault = book.faults[-1]
    assert fault.file == "chapters/b.snbt"
    assert "as chapters/a.snbt has" in fault.reason


def test_what_is_said_about_a_broken_file_does_not_quote_it(tmp_path: Path) -> None:
    write_files(quests_of(tmp_path), {"data.json5": "{}", "chapters/a.json5": "[" * 9_000})
    assert len(failure_of(tmp_path).detail) < 100


BROKEN = {
    "half": '{ id: "0C" quests: [ {',
    "deep": "{a:" + "[" * 100_000,
    "a picture": "\x89PNG\r\n\x1a\n",
    "a list": "[ ]",
    "empty": "",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_one_broken_file_costs_only_itself(text: str, tmp_path: Path) -> None:
    write_files(quests_of(write_b(tmp_path)), {"chapters/bad.snbt": text})
    book = book_in(tmp_path)
    assert [fault.file for fault in book.faults] == ["chapters/bad.snbt"]
    assert ROOT in book.quests


def test_a_broken_file_of_json5_costs_only_itself(tmp_path: Path) -> None:
    write_files(quests_of(write_d(tmp_path)), {"lang/en_us/chapters/first.json5": "{ broken"})
    book = book_in(tmp_path)
    assert [fault.file for fault in book.faults] == ["lang/en_us/chapters/first.json5"]
    assert book.quests[ROOT].title == "4x Oak Log"


def test_a_broken_quest_of_1_12_costs_only_itself(tmp_path: Path) -> None:
    folder = write_a(tmp_path) / "config/ftbquests/normal/chapters/0a000000"
    write_files(folder, {"0a000003.snbt": "{ title: ", "notes.snbt": "{ }"})
    names = [fault.file for fault in book_in(tmp_path).faults]
    assert names == ["chapters/0a000000/0a000003.snbt", "chapters/0a000000/notes.snbt"]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links need rights there")
def test_links_in_circles_and_pipes_do_not_hang(tmp_path: Path) -> None:
    root = quests_of(write_b(tmp_path))
    (root / "chapters" / "loop.snbt").symlink_to(root / "chapters" / "loop.snbt")
    os.mkfifo(root / "chapters" / "pipe.snbt")
    (root / "lang").mkdir()
    (root / "lang" / "en_us").symlink_to(root)
    assert {f.file for f in book_in(tmp_path).faults} >= {
        "chapters/loop.snbt",
        "chapters/pipe.snbt",
    }


def test_a_file_beyond_all_measure_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_FILE_BYTES", 4_000)
    write_files(quests_of(write_b(tmp_path)), {"chapters/big.snbt": " " * 5_000})
    assert [fault.file for fault in book_in(tmp_path).faults] == ["chapters/big.snbt"]


@pytest.mark.parametrize(
    ("module", "name", "bound"),
    [(files, "MAX_TOTAL_BYTES", 500), (files, "MAX_FILES", 1), (assemble, "MAX_QUESTS", 2)],
    ids=["bytes", "files", "quests"],
)
def test_a_book_beyond_all_measure_is_called_too_large(
    module: object, name: str, bound: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, bound)
    assert failure_of(write_b(tmp_path)).failure is Failure.QUESTS_TOO_LARGE


PLACES = {
    "the instance": "",
    "its game folder": ".minecraft",
    "config": ".minecraft/config",
    "ftbquests": ".minecraft/config/ftbquests",
    "the quests": ".minecraft/config/ftbquests/quests",
}


@pytest.mark.parametrize("inside", PLACES.values(), ids=PLACES)
def test_a_book_is_found_from_any_folder_above_it(inside: str, tmp_path: Path) -> None:
    write_b(tmp_path / ".minecraft")
    found = find_quest_folder(tmp_path / inside)
    assert found.root == quests_of(tmp_path / ".minecraft")
    assert found.game == tmp_path / ".minecraft"


def test_a_lone_quest_folder_is_enough(tmp_path: Path) -> None:
    quests_of(write_b(tmp_path / "pack")).rename(tmp_path / "moved")
    assert ROOT in book_in(tmp_path / "moved").quests
