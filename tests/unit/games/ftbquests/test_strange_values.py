"""Whatever a quest file holds, a book comes of it or a reason: never another exception."""

from __future__ import annotations

import random

import pytest

from companion.games.ftbquests.assemble import assemble
from companion.games.ftbquests.classic_progress import read_classic_progress
from companion.games.ftbquests.progress import read_progress
from companion.games.ftbquests.raw_book import Raw, RawBook
from companion.games.quest_book import Progress, QuestBook
from companion.games.quest_rules import can_start, visible
from companion.games.search import find_quests
from companion.language.translations import merged
from companion.support.errors import LinkError
from companion.support.resources import translation_tables

PHRASES = merged("en_us", translation_tables())

FIELDS = [
    "id",
    "type",
    "title",
    "subtitle",
    "description",
    "tasks",
    "rewards",
    "dependencies",
    "item",
    "items",
    "icon",
    "count",
    "value",
    "fluid",
    "tag",
    "components",
    "table_id",
    "table_data",
    "table",
    "hide",
    "invisible",
    "min_required_dependencies",
    "group",
    "filename",
    "quests",
    "quest_links",
    "linked_quest",
    "progression_mode",
    "order_index",
    "entity",
    "display",
    "Name",
    "auto",
    "random_bonus",
    "ftbfiltersystem:filter",
    "translate",
    "with",
    "text",
    "extra",
    "color",
    "hide_excluded_quests",
]

LEAVES = (
    *(
        "0A",
        "0B",
        "0C",
        "0D",
        "1",
        "#0A",
        "nope",
        "",
        "-1",
        10,
        11,
        -1,
        2**70,
        0,
        True,
        False,
        None,
    ),
    *(1.5, float("nan"), float("inf"), -0.0, "item", "random", "kill", "stat", "x:y", "ftbquests:"),
    *("&a{b}", "[", "{", '{"text":[{}]}', '["",{"translate":"b"}]', "or(item(", "or(not(item(a:b)"),
    *(
        "itemfilters:or",
        "itemfilters:tag",
        "ftbquests:missing_item",
        "\\ud800",
        "{@pagebreak}",
        "\0",
    ),
)


class Maker:
    """Makes values at random, the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def value(self, depth: int = 0) -> object:
        dice = self._random.random()
        if depth > 4 or dice < 0.5:
            return self._random.choice(LEAVES)
        if dice < 0.7:
            return [self.value(depth + 1) for _ in range(self._random.randrange(4))]
        return self.compound(depth + 1)

    def compound(self, depth: int = 0) -> Raw:
        names = self._random.sample(FIELDS, self._random.randrange(10))
        return {name: self.value(depth + 1) for name in names}

    def quest(self) -> Raw:
        tasks = [self.compound() for _ in range(self._random.randrange(3))]
        rewards = [self.compound() for _ in range(self._random.randrange(3))]
        number = self._random.choice(["0A", "0B", "0C", "0D", 10, 11, self.value()])
        return {**self.compound(), "tasks": tasks, "rewards": rewards, "id": number}

    def chapter(self) -> Raw:
        quests = [self.quest() for _ in range(self._random.randrange(5))]
        return {**self.compound(), "id": self._random.choice(["0E", "0F"]), "quests": quests}

    def book(self) -> RawBook:
        chapters = tuple(self.chapter() for _ in range(1, self._random.randrange(2, 4)))
        tables = (self.compound(), {**self.compound(), "id": "0A", "rewards": [self.compound()]})
        texts = {"quest.000000000000000A.title": self.value(), "task.000000000000000B.title": "x"}
        return RawBook("D", self.compound(), (self.compound(),), chapters, tables, texts)


@pytest.mark.parametrize("seed", range(0, 2_000, 100))
def test_any_values_give_a_book_or_a_reason(seed: int) -> None:
    books = 0
    for number in range(seed, seed + 100):
        try:
            book = assemble(Maker(number).book(), "en_us", {"b": "{b}"}, PHRASES)
        except LinkError:
            continue
        check(book)
        books += 1
    assert books > 30


def check(book: QuestBook) -> None:
    shown = visible(book, Progress())
    assert shown <= book.quests.keys()
    for number, quest in book.quests.items():
        assert quest.title
        assert quest.id == number
        assert can_start(book, Progress(), number) in (True, False)
        assert "".join((quest.title, *quest.description, quest.subtitle)).encode()
    assert {q for chapter in book.chapters for q in chapter.quests} == set(book.quests)
    assert len(find_quests(book, "anything", shown)) <= len(book.quests)


def test_any_progress_file_gives_a_progress() -> None:
    book = QuestBook("", "A", "en_us", (), {})
    for seed in range(500):
        maker = Maker(seed)
        names = ("completed", "started", "task_progress", "claimed_rewards", "Tasks")
        raw = {name: maker.value() for name in (*names, "ClaimedPlayerRewards")}
        progress = read_progress(raw, "1" * 32, "")
        assert all(amount >= 0 for amount in progress.task_progress.values())
        assert read_classic_progress(raw, "1" * 32, "", book).known
