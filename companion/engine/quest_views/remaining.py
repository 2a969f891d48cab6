"""What is left to do in a quest, and how long that may take compared with others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import counted, joined, title_of
from companion.games.quest_book import Progress, Quest, Task
from companion.games.quest_rules import details_shown
from companion.protocol.cards.quest_list import QuestState

SPOKEN_GOALS = 2
NOTHING_COUNTED = 1000.0
"""Effort of a quest without goals: it comes last."""


@dataclass(frozen=True, slots=True)
class Need:
    """What is left of a quest, as a sentence needs it.

    Attributes:
        kind: `items` for amounts, `goals` for anything else, `tick` when only the player's own tick
            in the quest book is missing, `none` when nothing is left or nothing may be told.
        words: The amounts or goals, joined as one says them.
    """

    kind: Literal["items", "goals", "tick", "none"]
    words: str = ""


def done_of(task: Task, progress: Progress) -> int:
    """How much of a task is done; at most what it needs."""
    if task.id in progress.completed:
        return task.needed
    return min(progress.task_progress.get(task.id, 0), task.needed)


def counting(quest: Quest) -> tuple[Task, ...]:
    """Tasks that count for completion; all of them where all are optional."""
    return tuple(task for task in quest.tasks if not task.optional) or quest.tasks


def unfinished(quest: Quest, progress: Progress) -> tuple[Task, ...]:
    """Tasks that are still to be done."""
    return tuple(task for task in counting(quest) if done_of(task, progress) < task.needed)


def effort(scene: Scene, number: int) -> float:
    """How much is left, to compare quests by: 0 for a waiting reward.

    Each goal counts one, and twice the amount counts one more: 2 furnaces are less than
    64 cobblestone, and 64 are not 32 times the work of 2.
    """
    if scene.standing.states.get(number) == QuestState.CLAIMABLE:
        return 0.0
    quest, progress = scene.book.quests[number], scene.progress
    if not quest.tasks:
        return NOTHING_COUNTED
    left = unfinished(quest, progress)
    return 0.5 + sum(1 + math.log2(task.needed - done_of(task, progress)) for task in left)


def is_counted(task: Task) -> bool:
    """Whether a goal is an amount of something with a name, not a title of its author's."""
    goods = task.goods
    return task.kind == "item" and bool(goods.item and goods.name) and goods.name in task.title


def need(scene: Scene, quest: Quest, language: str) -> Need:
    """What a quest still asks for."""
    if not details_shown(scene.book, scene.progress, quest.id):
        return Need("none")
    left = unfinished(quest, scene.progress)
    if not left:
        return Need("none")
    if all(task.kind == "checkmark" for task in left):
        return Need("tick")
    names = _goals(left, scene.progress, language)
    words = joined([*names[:SPOKEN_GOALS], *_more(names, language)], language)
    return Need("items" if all(map(is_counted, left)) else "goals", words)


def _goals(left: Sequence[Task], progress: Progress, language: str) -> Sequence[str]:
    """Goals as one says them; items of one name are added up, whatever tells them apart."""
    amounts: dict[str, int] = {}
    for task in left:
        name = task.goods.name if is_counted(task) else ""
        key = name or _inside(task, language)
        amounts[key] = amounts.get(key, 0) + (task.needed - done_of(task, progress) if name else 0)
    return [counted(count, key, language) if count else key for key, count in amounts.items()]


def _inside(task: Task, language: str) -> str:
    """A goal inside a sentence: what we named ourselves begins small, as `visit the Nether`."""
    title = title_of(task.title)
    if language == "zh" or task.is_named or task.kind == "item":
        return title
    return title[:1].lower() + title[1:]


def _more(names: Sequence[str], language: str) -> Sequence[str]:
    more = len(names) - SPOKEN_GOALS
    if more <= 0:
        return ()
    if language == "zh":
        return (f"另外{more}项",)
    return ("one more thing",) if more == 1 else (f"{more} more things",)
