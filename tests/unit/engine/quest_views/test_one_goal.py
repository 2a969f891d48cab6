"""What a row and a sentence say of goals: nothing twice, and no capital inside a sentence."""

from __future__ import annotations

import pytest

from companion.engine.quest_views.remaining import need
from companion.engine.quest_views.rows import state_line
from companion.engine.quest_views.scene import Scene, Standing
from companion.games.quest_book import Goods, Progress, Quest, Task
from companion.language.phrase import Phrase, literal, phrase
from tests.helpers.engine_link import book_of

NOTHING = Goods("", "")


def goal(kind: str, title: str, *, is_named: bool = False) -> Task:
    return Task(11, kind, title, NOTHING, is_named=is_named)


def scene_of(*tasks: Task) -> tuple[Scene, Quest]:
    quest = Quest(1, 9, "Quests", True, tasks=tasks)
    return Scene(Standing(book_of(quest), Progress(known=True)), None), quest


LINES = {
    "a tick that is called as its quest": (
        goal("checkmark", "Quests", is_named=True),
        phrase("engine.line.tick"),
    ),
    "an item that is called as its quest": (goal("item", "quests"), phrase("engine.line.get")),
    "a place that is called as its quest": (goal("biome", "Quests"), phrase("engine.line.open")),
    "a goal with a name of its own": (goal("checkmark", "Read"), literal("Read")),
}


@pytest.mark.parametrize(("task", "line"), LINES.values(), ids=LINES)
def test_a_row_does_not_say_the_title_of_its_quest_twice(task: Task, line: Phrase) -> None:
    assert state_line(*scene_of(task)) == line


WORDS = {
    "our own name": (goal("kill", "Defeat 1x Rotbeast"), "en", "defeat 1x Rotbeast"),
    "the author's": (goal("kill", "Boss One", is_named=True), "en", "Boss One"),
    "an item": (goal("item", "Magnet"), "en", "Magnet"),
    "in Chinese": (goal("kill", "Rotbeast"), "zh", "Rotbeast"),
}


@pytest.mark.parametrize(("task", "language", "words"), WORDS.values(), ids=WORDS)
def test_inside_a_sentence_what_we_named_begins_small(
    task: Task, language: str, words: str
) -> None:
    scene, quest = scene_of(task)
    assert need(scene, quest, language).words == words
