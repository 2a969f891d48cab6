"""What a player would do out in the demo world for a quest, since nobody can walk in it.

It is done in one stroke and counted as the game counts: what one carries, kills, finds and reaches
moves by itself; what is handed in is only put into the player's hands.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.demo.acting import Holder, advanced, finished, takes
from companion.games.quest_book import QuestBook, Task

BY_HAND = frozenset({"checkmark"})
"""Nothing out in the world moves these."""


def playable(holder: Holder, book: QuestBook, quest: int) -> Task | None:
    """The goal of a quest that playing would move next; None where only the book can."""
    asked = book.quests.get(quest)
    if asked is None or not takes(holder.progress, book, asked):
        return None
    left = [goal for goal in asked.tasks if goal.id not in holder.progress.completed]
    waiting = left[:1] if asked.in_order else left
    return next((goal for goal in waiting if _is_moved(holder, goal)), None)


def played(holder: Holder, book: QuestBook, quest: int, now_ms: int) -> Holder:
    """After the next goal of a quest was played for; unchanged where that moves nothing."""
    goal = playable(holder, book, quest)
    if goal is None:
        return holder
    if goal.kind == "xp":
        return replace(holder, points=max(holder.points, goal.needed))
    if goal.kind == "item" and not goal.screen_only:
        holder = _carrying(holder, goal)
        if goal.consumes:
            return holder
    asked = book.quests[quest]
    return finished(advanced(holder, goal, goal.needed), book, asked, now_ms)


def _is_moved(holder: Holder, goal: Task) -> bool:
    """Whether something is still to be done out in the world for a goal."""
    if goal.kind in BY_HAND or goal.button:
        return False
    if goal.kind == "xp":
        return holder.points < goal.needed
    if goal.kind == "item" and goal.consumes and not goal.screen_only:
        done = holder.progress.task_progress.get(goal.id, 0)
        return holder.items.get(goal.goods.item, 0) < goal.needed - done
    return True


def _carrying(holder: Holder, goal: Task) -> Holder:
    """The player has what a goal asks for; what they had counts."""
    name, done = goal.goods.item, holder.progress.task_progress.get(goal.id, 0)
    wanted = goal.needed - done if goal.consumes else goal.needed
    return replace(holder, items={**holder.items, name: max(holder.items.get(name, 0), wanted)})
