"""Mistakes that readers of quest books were reported for, on the smallest input that shows them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from companion.games.ftbquests.pack_texts import parse_table
from companion.games.instance.link import InstanceLink
from companion.games.quest_book import Progress, QuestBook
from companion.games.quest_rules import claimable, is_completed, unmet, visible
from companion.games.search import find_quests
from companion.games.snbt.content import Syntax, read_content
from companion.games.snbt.reader import read_snbt
from tests.helpers.quest_folders import (
    nbt,
    quests_of,
    write_a,
    write_b,
    write_c,
    write_d,
    write_files,
    write_split_c,
)

ROOT = 0x0A00000000000001


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))


def book(folder: Path, locale: str = "en_us") -> QuestBook:
    return InstanceLink(folder).book(locale)


SNBT = {
    "a newline separates": ("{a:1\nb:2}", {"a": 1, "b": 2}),
    "an array over lines": ("{a:[I;\n0\n0\n0\n] b:[{c:1}]}", {"a": [0, 0, 0], "b": [{"c": 1}]}),
    "backslash n is a line feed": (r'{a:"x\ny"}', {"a": "x\ny"}),
    "commas of 1.12": ("{a:1,b:[x,y]}", {"a": 1, "b": ["x", "y"]}),
    "an empty list": ("{a:[ ]}", {"a": []}),
    "quoted true is a text, bare true a byte": ('{a:"true" b:true}', {"a": "true", "b": 1}),
}


@pytest.mark.parametrize(("text", "value"), SNBT.values(), ids=SNBT.keys())
def test_small_snbt(text: str, value: object) -> None:
    assert read_snbt(text) == value


def test_a_mixed_list_is_read_and_said() -> None:
    content = read_content(b'{extra:[{text:"a"} "world"]}', Syntax.SNBT)
    assert content.value == {"extra": [{"text": "a"}, "world"]}
    assert any("list" in warning for warning in content.warnings)


FORMS = {
    "plain": b"{a:7}",
    "compressed SNBT": gzip.compress(b"{a:7}"),
    "binary": nbt({"a": 7}),
    "compressed binary": gzip.compress(nbt({"a": 7})),
    "JSON5 under another name": b'{"a": 7,}',
}


@pytest.mark.parametrize("data", FORMS.values(), ids=FORMS.keys())
def test_what_a_file_holds_decides_not_its_name(data: bytes) -> None:
    assert read_content(data, Syntax.SNBT).value == {"a": 7}


def test_the_layout_of_1_12_needs_no_chapter_groups(tmp_path: Path) -> None:
    assert book(write_a(tmp_path)).layout == "A"


@pytest.mark.parametrize("write", [write_c, write_split_c], ids=["flat", "split and merged"])
def test_titles_come_from_the_language_files(tmp_path: Path, write: object) -> None:
    assert "Wood" in book(write(tmp_path)).quests[ROOT].title  # type: ignore[operator]


def test_a_stray_text_file_is_reported_and_english_shown(tmp_path: Path) -> None:
    folder = write_c(tmp_path)
    write_files(quests_of(folder), {"lang/ru_ru.txt": "{}"})
    russian = book(folder, "ru_ru")
    assert [fault.file for fault in russian.faults] == ["lang/ru_ru.txt"]
    assert "Wood" in russian.quests[ROOT].title


def test_lines_of_a_deleted_quest_are_no_quest_and_no_hit(tmp_path: Path) -> None:
    folder = write_c(tmp_path)
    lang = quests_of(folder) / "lang" / "en_us.snbt"
    text = lang.read_text("utf-8").replace("{\n", '{\n\tquest.0C00000000000001.title: "Gone"\n', 1)
    lang.write_text(text, "utf-8")
    found = book(folder)
    assert 0x0C00000000000001 not in found.quests
    assert find_quests(found, "Gone") == ()


def _d_with(tmp_path: Path, **quest: object) -> QuestBook:
    """A book of one quest in layout D."""
    folder = write_d(tmp_path)
    chapter = {"id": "0A00000000000000", "quests": [{"id": f"{ROOT:016X}", **quest}]}
    write_files(quests_of(folder), {"chapters/first.json5": json.dumps(chapter)})
    return book(folder)


def test_a_smart_filter_is_said_as_any_of(tmp_path: Path) -> None:
    item = {
        "id": "ftbfiltersystem:smart_filter",
        "components": {"ftbfiltersystem:filter": "or(item(a:stone)item(a:dirt))"},
    }
    (task,) = _d_with(tmp_path, tasks=[{"type": "item", "item": item}]).quests[ROOT].tasks
    assert task.goods.alternatives == ("a:stone", "a:dirt")
    assert "any of" in task.title
    assert "filter" not in task.title.casefold()


@pytest.mark.parametrize(
    "item",
    [
        {"id": "minecraft:stone", "count": 3, "components": {}},
        {"id": "minecraft:stone", "Count": 3},
        "minecraft:stone",
    ],
    ids=["components", "capital letter", "only a name"],
)
def test_stacks_of_every_version(tmp_path: Path, item: object) -> None:
    (task,) = _d_with(tmp_path, tasks=[{"type": "item", "item": item}]).quests[ROOT].tasks
    assert task.goods.item == "minecraft:stone"


def test_goals_done_before_their_time_complete_nothing(tmp_path: Path) -> None:
    found = book(write_b(tmp_path))
    locked = next(q for q in found.quests.values() if q.dependencies and q.tasks)
    early = Progress(known=True, completed=frozenset({locked.tasks[0].id}))
    assert not is_completed(found, early, locked.id)
    assert unmet(found, early, locked.id)
    assert claimable(found, early, locked.id) == ()


def test_a_hidden_chapter_does_not_hide_who_depends_on_it(tmp_path: Path) -> None:
    folder = write_d(tmp_path)
    first = {
        "id": "0A00000000000000",
        "quests": [{"id": f"{ROOT:016X}", "dependencies": ["0B00000000000001"]}],
    }
    write_files(quests_of(folder), {"chapters/first.json5": json.dumps(first)})
    assert ROOT in visible(book(folder), Progress(known=True))


LANGUAGES = {
    "byte order mark": ('\ufeff{"a.b": "ä"}'.encode(), "a.json"),
    "a trailing comma": ('{"a.b": "ä",}'.encode(), "a.json"),
    "a comment": ('{// x\n"a.b": "ä"}'.encode(), "a.json"),
    "an old table": ("\ufeff# x\nbroken\na.b=ä\n".encode(), "A.lang"),
}


@pytest.mark.parametrize(("data", "name"), LANGUAGES.values(), ids=LANGUAGES.keys())
def test_language_files_as_they_are(data: bytes, name: str) -> None:
    assert parse_table(data, name) == {"a.b": "ä"}


@pytest.mark.parametrize(
    "data",
    [b'{"a.b" "x"}', b"[1]", b"", b'{"a.b": 3}'],
    ids=["a missing colon", "a list", "empty", "a number"],
)
def test_a_broken_language_file_costs_itself(data: bytes) -> None:
    assert parse_table(data, "a.json") == {}


def test_another_charset_loses_signs_not_the_file() -> None:
    assert list(parse_table(b'{"a.b": "\xe4pfel", "c": "d"}', "a.json")) == ["a.b", "c"]
