"""The bench of the quest reader, on books small enough for a test."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from companion.commands.bench import generated_book, quests
from companion.games.ftbquests.folder import find_quest_folder
from companion.games.ftbquests.read import read_book
from tests.helpers.quest_folders import write_d


def test_a_folder_is_measured(tmp_path: Path) -> None:
    folder = write_d(tmp_path / "pack")
    figures = quests.figures(argparse.Namespace(folder=folder, full=False))
    by_name = {figure.name: figure for figure in figures}
    assert by_name["pack: cold read"].value is not None
    assert by_name["pack: warm read"].unit == "ms"
    assert by_name["pack: cached read"].value is not None


def test_parsing_is_measured_where_there_is_enough_to_parse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quests, "LEAST_PARSED", 1)
    folder = write_d(tmp_path / "pack")
    by_name = {f.name: f for f in quests.figures(argparse.Namespace(folder=folder, full=False))}
    assert by_name["pack: JSON5"].better == "higher"
    assert "pack: SNBT" not in by_name


def test_a_folder_without_quests_is_not_measured(tmp_path: Path) -> None:
    (figure,) = quests.figures(argparse.Namespace(folder=tmp_path))
    assert figure.value is None
    assert "quests_missing" in figure.note


def test_without_packs_a_book_is_made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quests, "_PACKS", tmp_path / "none")
    monkeypatch.setattr(generated_book, "CHAPTERS", 2)
    names = {figure.name for figure in quests.figures(argparse.Namespace(folder=None))}
    assert "generated: search, slowest title" in names


def test_the_made_up_book_is_whole(tmp_path: Path) -> None:
    book = read_book(find_quest_folder(generated_book.write_book(tmp_path)), "en_us")
    assert (book.layout, book.faults) == ("D", ())
    assert len(book.quests) == generated_book.CHAPTERS * generated_book.QUESTS_A_CHAPTER > 4_900
