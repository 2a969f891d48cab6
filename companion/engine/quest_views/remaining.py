"""What is left to do in a quest, and how long that may take compared with others."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import counted, joined, title_of
from companion.games.quest_book import Progress, Quest, Task
from companion.games.quest_rules import details_shown
from companion.protocol.cards.quest_list import QuestState

SPOKEN_GOALS = 2


def done_of(task: Task, progress: Progress) -> int:
    """How much of a task is done; at most what it needs."""
    if task.id in progress.completed:
        return task.needed
    return min(progress.task_progress.get(task.id, 0), task.needed)


def unfinished(quest: Quest, progress: Progress) -> tuple[Task, ...]:
    """Tasks that still count for completion."""
    return tuple(
        task for task in quest.tasks if not task.optional and done_of(task, progress) < task.needed
    )


def effort(scene: Scene, number: int) -> float:
    """How much is left, to compare quests by: 0 for a waiting reward.

    Each goal counts one, and twice the amount counts one more: 2 furnaces are less than
    64 cobblestone, and 64 are not 32 times the work of 2.
    """
    if scene.standing.states.get(number) == QuestState.CLAIMABLE:
        return 0.0
    quest, progress = scene.book.quests[number], scene.progress
    left = unfinished(quest, progress)
    if not quest.tasks:
        return 1000.0  # nothing that can be counted down
    return 0.5 + sum(1 + math.log2(task.needed - done_of(task, progress)) for task in left)


def goal(task: Task, progress: Progress, language: str) -> str:
    """What a task still asks for, as a part of a sentence."""
    if task.goods.item and task.kind == "item":
        return counted(task.needed - done_of(task, progress), task.goods.name, language)
    return title_of(task.title)


def needed(scene: Scene, quest: Quest, language: str) -> str:
    """What a quest still asks for, as one says it; empty when nothing, or when it is hidden."""
    if not details_shown(scene.book, scene.progress, quest.id):
        return ""
    left = unfinished(quest, scene.progress)
    names = [goal(task, scene.progress, language) for task in left[:SPOKEN_GOALS]]
    return joined([*names, *_more(left, language)], language)


def _more(left: Sequence[Task], language: str) -> Sequence[str]:
    more = len(left) - SPOKEN_GOALS
    if more <= 0:
        return ()
    if language == "zh":
        return (f"另外{more}项",)
    return ("one more thing",) if more == 1 else (f"{more} more things",)
