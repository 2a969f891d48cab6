"""What happens in the demo world when a player acts: values in, values out, nothing by chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import msgspec

from companion.games.quest_book import Draw, Progress, Quest, QuestBook, Reward, Task
from companion.games.quest_rules import can_start, claimable


@dataclass(frozen=True, slots=True)
class Holder:
    """A player of the demo world.

    Attributes:
        items: Item id to amount.
        points: Experience.
    """

    progress: Progress
    items: Mapping[str, int] = field(default_factory=dict)
    points: int = 0


def submitted(holder: Holder, book: QuestBook, quest: int, task: int, now_ms: int) -> Holder:
    """After a goal was handed in; unchanged where the game would not take it."""
    asked = book.quests.get(quest)
    goal = next((t for t in asked.tasks if t.id == task), None) if asked else None
    if asked is None or goal is None or not takes(holder.progress, book, asked):
        return holder
    done = holder.progress.task_progress.get(goal.id, 0)
    given, after = _handed_in(holder, goal, goal.needed - done)
    if given <= 0:
        return holder
    return finished(advanced(after, goal, done + given), book, asked, now_ms)


def claimed(holder: Holder, book: QuestBook, quest: int, reward: int, now_ms: int) -> Holder:
    """After a reward was taken; of a choice only the mark."""
    waiting = claimable(book, holder.progress, quest)
    taken = next((r for r in waiting if r.id == reward), None)
    if taken is None:
        return holder
    progress = msgspec.structs.replace(
        holder.progress, claimed=holder.progress.claimed | {taken.id}
    )
    after = replace(holder, progress=progress)
    if taken.kind != "choice":
        after = _with(after, _contents(taken))
    return _begun_anew(after, book, book.quests[quest], now_ms)


def chosen(holder: Holder, book: QuestBook, quest: int, reward: int, option: int) -> Holder:
    """After one thing of a choice that was marked as taken was given."""
    rewards = book.quests[quest].rewards if quest in book.quests else ()
    found = next((r for r in rewards if r.id == reward and r.kind == "choice"), None)
    if found is None or not 0 <= option < len(found.draws):
        return holder
    return _with(holder, found.draws[option : option + 1])


def takes(progress: Progress, book: QuestBook, quest: Quest) -> bool:
    """Whether progress on a quest counts now."""
    return (
        not progress.locked
        and quest.id not in progress.completed
        and can_start(book, progress, quest.id)
    )


def _handed_in(holder: Holder, goal: Task, wanted: int) -> tuple[int, Holder]:
    """How much the player gave, and what is left of them."""
    if goal.kind == "checkmark" or goal.button:
        return wanted, holder
    if goal.kind == "xp":
        given = min(wanted, holder.points)
        return given, replace(holder, points=holder.points - given)
    if goal.kind != "item" or not goal.consumes or goal.screen_only:
        return 0, holder
    given = min(wanted, holder.items.get(goal.goods.item, 0))
    left = holder.items.get(goal.goods.item, 0) - given
    return given, replace(holder, items={**holder.items, goal.goods.item: left})


def advanced(holder: Holder, goal: Task, done: int) -> Holder:
    """After a goal has come so far."""
    progress = holder.progress
    completed = progress.completed | {goal.id} if done >= goal.needed else progress.completed
    return replace(
        holder,
        progress=msgspec.structs.replace(
            progress,
            task_progress={**progress.task_progress, goal.id: done},
            completed=completed,
            started=progress.started | {goal.id},
        ),
    )


def finished(holder: Holder, book: QuestBook, quest: Quest, now_ms: int) -> Holder:
    """Complete the quest once all that counts is done; what gives itself is taken at once."""
    progress = holder.progress
    started = progress.started | {quest.id}
    if not _is_enough(quest, progress):
        return replace(holder, progress=msgspec.structs.replace(progress, started=started))
    progress = msgspec.structs.replace(
        progress,
        started=started,
        completed=progress.completed | {quest.id},
        completed_ms={**progress.completed_ms, quest.id: now_ms},
    )
    after = replace(holder, progress=progress)
    for reward in quest.rewards:
        if reward.auto:
            after = claimed(after, book, quest.id, reward.id, now_ms)
    return after


def _is_enough(quest: Quest, progress: Progress) -> bool:
    """All that counts; of goals that are all optional, one."""
    counting = [task.id in progress.completed for task in quest.tasks if not task.optional]
    return all(counting) if counting else any(t.id in progress.completed for t in quest.tasks)


def _begun_anew(holder: Holder, book: QuestBook, quest: Quest, now_ms: int) -> Holder:
    """A repeatable quest whose rewards are all taken can be done again after its pause."""
    progress = holder.progress
    if not quest.can_repeat or claimable(book, progress, quest.id):
        return holder
    parts = {quest.id, *(task.id for task in quest.tasks)}
    return replace(
        holder,
        progress=msgspec.structs.replace(
            progress,
            completed=progress.completed - parts,
            started=progress.started - parts,
            claimed=progress.claimed - {reward.id for reward in quest.rewards},
            task_progress={n: v for n, v in progress.task_progress.items() if n not in parts},
            completed_ms={n: v for n, v in progress.completed_ms.items() if n != quest.id},
            ready_ms={**progress.ready_ms, quest.id: now_ms + quest.cooldown_s * 1000},
        ),
    )


def _contents(reward: Reward) -> Iterable[Draw]:
    """What a reward gives here: of a draw always the likeliest, so that all see the same world."""
    if reward.kind == "all_table":
        return reward.draws
    if reward.draws:
        return reward.draws[:1]
    return (Draw(reward.kind, reward.title, reward.goods, reward.count),)


def _with(holder: Holder, contents: Iterable[Draw]) -> Holder:
    items, points = dict(holder.items), holder.points
    for draw in contents:
        if draw.kind == "item" and draw.goods.item:
            items[draw.goods.item] = items.get(draw.goods.item, 0) + draw.count
        elif draw.kind == "xp":
            points += draw.count
    return replace(holder, items=items, points=points)
