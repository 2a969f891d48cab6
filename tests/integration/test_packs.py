"""Published packs, read as an independent reader counted them; skipped where they are not."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from companion.commands.quests import counts
from companion.games.ftbquests.progress import read_progress
from companion.games.instance.link import InstanceLink
from companion.games.quest_book import QuestBook
from companion.games.quest_rules import visible
from companion.games.search import find_quests
from companion.games.snbt.content import Syntax, read_content
from companion.language.legacy_codes import plain
from companion.language.similarity import letters

_PACKS = Path(__file__).resolve().parents[3] / "shared" / "packs"

pytestmark = pytest.mark.skipif(not _PACKS.is_dir(), reason="the packs are not here")

NAMES = ("ftb-academy-server", "enigmatica6", "monifactory", "enigmatica10", "craftoria", "atm11")
LAYOUTS = dict(zip(NAMES, ("A", "B", "B", "C", "C'", "D"), strict=True))
_books: dict[str, QuestBook] = {}


def book_of(name: str) -> QuestBook:
    """Read each pack once."""
    if name not in _books:
        _books[name] = InstanceLink(_PACKS / name).book("en_us")
    return _books[name]


def wanted(name: str) -> dict[str, object]:
    entries = json.loads((_PACKS / "_counts.json").read_text("utf-8"))
    (entry,) = (entry for entry in entries if entry["name"] == name)
    return {
        "chapters": entry["chapters"],
        "quests": entry["R"]["quests"],
        "narratable": entry["R"]["narratable"],
        "tasks": entry["tasks"],
        "rewards": entry["rewards"],
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_pack_is_counted_like_the_independent_reader(name: str) -> None:
    counted = counts(book_of(name))
    assert {key: counted[key] for key in wanted(name)} == wanted(name)
    assert book_of(name).layout == LAYOUTS[name]
    assert counted["faults"] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_markup_is_left_in_a_packs_texts(name: str) -> None:
    left: Counter[str] = Counter()
    for quest in book_of(name).quests.values():
        for line in (quest.title, quest.subtitle, *quest.description):
            left.update(mark for mark in ("{image:", "{@", '"translate"', "\\n") if mark in line)
            left.update(["&code"] if "&r" in plain(line) else [])
    assert left == Counter()


@pytest.mark.parametrize("name", NAMES)
def test_every_quest_has_a_name_and_the_right_one_is_found(name: str) -> None:
    book = book_of(name)
    assert all(plain(quest.title).strip() for quest in book.quests.values())
    named = [quest for quest in book.quests.values() if letters(plain(quest.title))]
    for quest in named[::97]:
        found = find_quests(book, plain(quest.title))
        assert quest.id in {hit.quest for hit in found if hit.exact}


def test_chinese_texts_of_a_pack_are_read() -> None:
    book = InstanceLink(_PACKS / "atm11").book("zh_cn")
    titles = [quest.title for quest in book.quests.values() if quest.own_text]
    chinese = sum(any("\u4e00" <= c <= "\u9fff" for c in title) for title in titles)
    assert chinese > len(titles) / 2


def test_a_players_file_points_into_the_pack() -> None:
    data = (_PACKS / "_progress" / "atm10_player_1.21.1.snbt").read_bytes()
    progress = read_progress(read_content(data, Syntax.JSON5).value, "1" * 32, "Alex")
    book = book_of("atm11")
    known = {task.id for quest in book.quests.values() for task in quest.tasks}
    known |= book.quests.keys() | {chapter.id for chapter in book.chapters} | {1}
    assert len(progress.completed & known) >= 13
    assert visible(book, progress)
