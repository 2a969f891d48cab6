"""Every layout gives the same book."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.ftbquests.folder import find_quest_folder
from companion.games.ftbquests.read import read_book
from companion.games.quest_book import Progress, QuestBook
from companion.games.quest_rules import claimable, visible
from tests.helpers.quest_folders import (
    HIDDEN,
    MODERN,
    NAMELESS,
    ROOT,
    UNSEEN,
    quests_of,
    write_a,
    write_b,
    write_c,
    write_files,
    write_split_c,
)

Writer = Callable[[Path], Path]


def book_in(folder: Path, locale: str = "en_us") -> QuestBook:
    return read_book(find_quest_folder(folder), locale)


@pytest.fixture(params=MODERN.keys())
def layout(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def book(layout: str, tmp_path: Path) -> QuestBook:
    return book_in(MODERN[layout](tmp_path))


def test_the_layout_is_seen_from_the_files(book: QuestBook, layout: str) -> None:
    assert (book.layout, book.title, book.faults) == (layout, "Small Pack", ())


def test_a_quest_has_its_texts(book: QuestBook) -> None:
    quest = book.quests[ROOT]
    assert quest.title == "§6Chop Wood"
    assert quest.subtitle == "It all starts with a tree"
    assert quest.description == ("Hit the tree.", "", "\f", "Well done", "and on.")
    assert quest.own_text


def test_a_quest_has_its_tasks_and_rewards(book: QuestBook) -> None:
    (task,), (xp, silent) = book.quests[ROOT].tasks, book.quests[ROOT].rewards
    assert (task.id, task.kind, task.title, task.needed) == (
        0x0A000000000000A1,
        "item",
        "4x Oak Log",
        4,
    )
    assert (xp.kind, xp.count, xp.title) == ("xp", 50, "50 experience points")
    assert silent.silent


def test_rewards_that_come_by_themselves_never_wait(book: QuestBook) -> None:
    done = Progress(known=True, completed=frozenset({ROOT}))
    assert [reward.kind for reward in claimable(book, done, ROOT)] == ["xp"]


@pytest.mark.behaviour("QUEST-037")
def test_a_quest_without_a_title_is_called_after_its_first_task(book: QuestBook) -> None:
    quest = book.quests[NAMELESS]
    assert quest.title == "3x Iron Ingot"
    assert not quest.own_text
    assert quest.icon.item == "minecraft:iron_ingot"


def test_dependencies_that_exist_nowhere_are_dropped(book: QuestBook) -> None:
    assert book.quests[NAMELESS].dependencies == (ROOT,)


def test_hidden_quests_and_links_follow_the_rules(book: QuestBook) -> None:
    assert visible(book, Progress()) == {ROOT, NAMELESS, UNSEEN}
    assert HIDDEN in visible(book, Progress(known=True, completed=frozenset({ROOT})))


def test_a_linked_quest_is_counted_once(book: QuestBook) -> None:
    assert [chapter.quests for chapter in book.chapters] == [(ROOT, NAMELESS, HIDDEN), (UNSEEN,)]
    assert book.chapters[0].links == (UNSEEN,)


@pytest.mark.behaviour("QUEST-036")
@pytest.mark.parametrize("name", ["C", "C'", "D"])
def test_a_missing_translation_falls_back(name: str, tmp_path: Path) -> None:
    book = book_in(MODERN[name](tmp_path), "zh_cn")
    assert book.quests[ROOT].title == "砍木头"
    assert book.quests[HIDDEN].title == "Secret Cave"
    assert book.quests[ROOT].rewards[0].title == "50 点经验"


def test_the_layout_of_1_12_is_read(tmp_path: Path) -> None:
    book = book_in(write_a(tmp_path))
    root = book.quests[0x0A000001]
    assert (book.layout, book.title, book.faults) == ("A", "Small Pack", ())
    assert (root.title, root.subtitle) == ("§6Chop Wood", "It all starts with a tree")
    assert root.description == ("Hit the tree.", "\f", "Well done.")
    assert (root.tasks[0].goods.item, root.tasks[0].needed) == ("minecraft:oak_log", 4)
    assert [reward.id for reward in root.rewards] == [0x0A0000B1, 0x0A0000B2]


def test_old_dependencies_and_hiding_are_understood(tmp_path: Path) -> None:
    book = book_in(write_a(tmp_path))
    assert book.quests[0x0A000003].dependencies == (0x0A000001,)
    assert visible(book, Progress()) == {0x0A000001, 0x0A000002}


def test_inline_text_fills_what_the_language_files_lack(tmp_path: Path) -> None:
    root = quests_of(write_c(tmp_path))
    chapter = (root / "chapters" / "first.snbt").read_text("utf-8")
    inline = chapter.replace('id: "0A00000000000002"', 'id: "0A00000000000002"\n\ttitle: "Inline"')
    write_files(root, {"chapters/first.snbt": inline})
    assert book_in(tmp_path).quests[NAMELESS].title == "Inline"


def test_a_flat_language_file_wins_over_a_folder(tmp_path: Path) -> None:
    lang = quests_of(write_split_c(tmp_path)) / "lang"
    write_files(lang, {"en_us.snbt": '{ quest.0A00000000000001.title: "Flat" }'})
    assert book_in(tmp_path).quests[ROOT].title == "Flat"


def test_texts_of_deleted_chapters_never_become_quests(tmp_path: Path) -> None:
    lang = quests_of(write_c(tmp_path)) / "lang"
    text = (lang / "en_us.snbt").read_text("utf-8")
    orphan = text.replace("{\n", '{\n\tquest.0C00000000000001.title: "Orphan"\n', 1)
    write_files(lang, {"en_us.snbt": orphan})
    assert all(quest.title != "Orphan" for quest in book_in(tmp_path).quests.values())


def test_a_language_file_with_a_wrong_ending_is_reported(tmp_path: Path) -> None:
    write_files(quests_of(write_c(tmp_path)) / "lang", {"ru_ru.txt": "{ }"})
    assert [fault.file for fault in book_in(tmp_path, "ru_ru").faults] == ["lang/ru_ru.txt"]


def test_chapters_follow_groups_then_their_order(tmp_path: Path) -> None:
    root = quests_of(write_b(tmp_path))
    one = '{{ id: "{0}", group: "{1}", order_index: {2}, filename: "{0}", quests: [] }}'
    write_files(
        root,
        {
            "chapter_groups.snbt": '{ chapter_groups: [{ id: "0D01", title: "&aMagic" }] }',
            "chapters/z.snbt": one.format("0C01", "0D01", 0),
            "chapters/y.snbt": one.format("0C02", "0D01", 1),
            "chapters/x.snbt": one.format("0C03", "0BAD", 9),
        },
    )
    chapters = book_in(tmp_path).chapters
    assert [c.id for c in chapters][-3:] == [0x0C03, 0x0C01, 0x0C02]
    assert [c.group for c in chapters][-2:] == ["§aMagic", "§aMagic"]


TRISTATES = {
    "inherited": ("", True),
    "denied": ("hide_until_deps_complete: false", False),
    "said": ("hide_until_deps_complete: true", True),
}


@pytest.mark.parametrize(("said", "expected"), TRISTATES.values(), ids=TRISTATES)
def test_what_a_quest_leaves_open_its_chapter_decides(
    said: str, expected: bool, tmp_path: Path
) -> None:
    chapter = (
        f'{{ id: "0C01", hide_quest_until_deps_complete: true, quests: [{{ id: "0C02" {said} }}] }}'
    )
    write_files(quests_of(write_b(tmp_path)), {"chapters/x.snbt": chapter})
    assert book_in(tmp_path).quests[0x0C02].rules.hide_until_deps_complete is expected


def test_a_circle_of_dependencies_is_reported(tmp_path: Path) -> None:
    chapter = """{ id: "0C01", quests: [
        { id: "0C02", dependencies: ["0C03"] } { id: "0C03", dependencies: ["0C02" "0C03"] } ] }"""
    write_files(quests_of(write_b(tmp_path)), {"chapters/x.snbt": chapter})
    (fault,) = book_in(tmp_path).faults
    assert "2 quests wait for each other" in fault.reason


def test_strange_quests_are_left_out_and_reported(tmp_path: Path) -> None:
    chapter = """{ id: "0C01", quests: [ { title: "no id" } { id: "0A00000000000001" }
        { id: "0C04", tasks: "no list", description: 5, dependencies: 7, x: [ ] } ] }"""
    write_files(quests_of(write_b(tmp_path)), {"chapters/x.snbt": chapter})
    book = book_in(tmp_path)
    assert book.quests[0x0C04].title == "Unnamed quest"
    assert [fault.file for fault in book.faults] == ["chapters/x.snbt", "chapters/x.snbt"]
