"""Quests as numbered rows, and their items as tiles."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.quest_views.remaining import counting, done_of, is_counted
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import several, things, title_of
from companion.games.quest_book import Goods, Quest, Reward, Task, quest_id_text
from companion.games.quest_rules import claimable, details_shown, unmet
from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_list import QuestBrief, QuestState


def rows(scene: Scene, numbers: Iterable[int]) -> tuple[QuestBrief, ...]:
    """One row a quest, numbered from 1."""
    return tuple(_row(scene, place, number) for place, number in enumerate(numbers, 1))


def chapter_title(scene: Scene, quest: Quest) -> str:
    """The title of a quest's chapter."""
    return scene.standing.chapter_titles.get(quest.chapter, "")


def state_line(scene: Scene, quest: Quest) -> Phrase:
    """One line that says where a quest stands, such as `6 of 8 furnaces`."""
    state = scene.standing.states[quest.id]
    match state:
        case QuestState.CLAIMABLE:
            return several("engine.line.claimable", len(_waiting(scene, quest)))
        case QuestState.DONE:
            return phrase("engine.line.done")
        case QuestState.LOCKED:
            return _waits_for(scene, quest)
        case QuestState.OPEN | QuestState.STARTED | QuestState.UNKNOWN:
            return _goals_line(scene, quest, state)


def missing_titles(scene: Scene, quest: Quest) -> tuple[str, ...]:
    """Titles of visible quests that hold this one back."""
    holders = (_owner(scene, number) for number in unmet(scene.book, scene.progress, quest.id))
    titles = (title_of(holder.title) for holder in holders if holder)
    return tuple(dict.fromkeys(titles))


def task_tile(task: Task, scene: Scene) -> ItemPreview:
    """A goal as a tile."""
    known = scene.progress.known
    done = done_of(task, scene.progress)
    return ItemPreview(
        item=task.goods.item,
        name=title_of(task.goods.name if is_counted(task) else task.title),
        count=task.needed if task.needed > 1 else (1 if task.kind == "item" else 0),
        have=done if known and task.needed > 1 else -1,
        done=known and done >= task.needed,
        note=phrase("engine.note.optional") if task.optional else Phrase(),
        others=max(0, len(task.goods.alternatives) - 1),
    )


def is_item(reward: Reward) -> bool:
    """Whether a reward is shown as an item."""
    return bool(reward.goods.item and reward.kind == "item")


def reward_tile(reward: Reward, scene: Scene) -> ItemPreview:
    """A reward as a tile."""
    shows_item = is_item(reward)
    note = Phrase()
    if reward.up_to > reward.count:
        note = phrase("engine.note.range", least=reward.count, most=reward.up_to)
    return ItemPreview(
        item=reward.goods.item,
        name=title_of(reward.goods.name if shows_item else reward.title),
        count=reward.count if shows_item else 0,
        done=reward.id in scene.progress.claimed,
        note=note,
        others=max(0, len(reward.goods.alternatives) - 1),
        amount=f"{reward.count}-{reward.up_to}" if reward.up_to > reward.count else "",
    )


def goods_tile(goods: Goods) -> ItemPreview:
    """A picture in front of a row."""
    return ItemPreview(item=goods.item, name=title_of(goods.name), count=0)


def _row(scene: Scene, place: int, number: int) -> QuestBrief:
    quest = scene.book.quests[number]
    done, total = _measure(scene, quest)
    return QuestBrief(
        number=place,
        quest=quest_id_text(number),
        title=quest.title,
        chapter=chapter_title(scene, quest),
        state=scene.standing.states[number],
        line=state_line(scene, quest),
        done=done,
        total=total,
        icon=goods_tile(_icon(scene, quest)),
    )


def _icon(scene: Scene, quest: Quest) -> Goods:
    if quest.icon.item or not details_shown(scene.book, scene.progress, quest.id):
        return quest.icon
    return next((task.goods for task in quest.tasks if task.goods.item), quest.icon)


def _measure(scene: Scene, quest: Quest) -> tuple[int, int]:
    """Progress made and needed: of the one goal, else in goals; (0, 0) where it is not known."""
    tasks = counting(quest)
    if not scene.progress.known or not details_shown(scene.book, scene.progress, quest.id):
        return 0, 0
    if len(tasks) == 1:
        return done_of(tasks[0], scene.progress), tasks[0].needed
    return sum(done_of(t, scene.progress) >= t.needed for t in tasks), len(tasks)


def _goals_line(scene: Scene, quest: Quest, state: QuestState) -> Phrase:
    tasks = counting(quest)
    if not tasks or not details_shown(scene.book, scene.progress, quest.id):
        return phrase("engine.line.open")
    done, total = _measure(scene, quest)
    if len(tasks) > 1:
        if state == QuestState.UNKNOWN:
            return several("engine.line.goals", len(tasks))
        return phrase("engine.line.goals_done", done=done, total=total)
    if state == QuestState.UNKNOWN or tasks[0].needed == 1:
        return _one_goal(quest, tasks[0])
    if not is_counted(tasks[0]):  # its title tells the amount: "Defeat 3x Zombie"
        return phrase("engine.line.goal", done=done, total=total, name=title_of(tasks[0].title))
    name = things(total, tasks[0].goods.name, scene.language)
    return phrase("engine.line.amount", done=done, total=total, name=name)


def _one_goal(quest: Quest, task: Task) -> Phrase:
    """The one goal of a quest, unless the quest's own title says no less."""
    title = title_of(task.title)
    if title.casefold() != title_of(quest.title).casefold():
        return literal(title)
    if task.kind == "checkmark":
        return phrase("engine.line.tick")
    return phrase("engine.line.get" if task.kind == "item" else "engine.line.open")


def _waits_for(scene: Scene, quest: Quest) -> Phrase:
    titles = missing_titles(scene, quest)
    if not titles:
        return phrase("engine.line.locked")
    if len(titles) == 1:
        return phrase("engine.line.waits_for", title=titles[0])
    return phrase("engine.line.waits_for_more", title=titles[0], more=len(titles) - 1)


def _waiting(scene: Scene, quest: Quest) -> tuple[Reward, ...]:
    return claimable(scene.book, scene.progress, quest.id)


def _owner(scene: Scene, number: int) -> Quest | None:
    """The visible quest that a dependency is, or belongs to; None for a chapter or the file."""
    return scene.quest(scene.standing.owners.get(number, number))
