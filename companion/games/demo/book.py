"""The demo world's file to a quest book in a locale."""

from __future__ import annotations

from functools import cache

from companion.games.demo.world import (
    DemoChapter,
    DemoQuest,
    DemoWorld,
    Drawn,
    Thing,
    in_locale,
    load_world,
)
from companion.games.quest_book import (
    Chapter,
    Draw,
    Goods,
    Quest,
    QuestBook,
    QuestRules,
    Reward,
    Task,
)
from companion.language.translations import FALLBACK_LOCALE


@cache
def demo_book(locale: str) -> QuestBook:
    """The quest book of the demo world; English where a text is missing."""
    world = load_world()
    quests = {
        number_of(quest.id): _quest(quest, chapter, world, locale)
        for chapter in world.chapters
        for quest in chapter.quests
    }
    chapters = tuple(
        Chapter(
            id=number_of(chapter.id),
            title=in_locale(chapter.title, locale),
            group="",
            always_invisible=False,
            quests=tuple(number_of(quest.id) for quest in chapter.quests),
        )
        for chapter in world.chapters
    )
    return QuestBook(in_locale(world.title, locale), "demo", locale, chapters, quests)


def _quest(quest: DemoQuest, chapter: DemoChapter, world: DemoWorld, locale: str) -> Quest:
    description = quest.description
    return Quest(
        id=number_of(quest.id),
        chapter=number_of(chapter.id),
        title=in_locale(quest.title, locale),
        own_text=True,
        subtitle=in_locale(quest.subtitle, locale),
        description=description.get(locale, description.get(FALLBACK_LOCALE, ())),
        tasks=tuple(_task(task, world, locale) for task in quest.tasks),
        rewards=tuple(_reward(reward, world, locale) for reward in quest.rewards),
        dependencies=tuple(map(number_of, quest.dependencies)),
        rules=QuestRules(hide_until_deps_complete=quest.hide_until_deps_complete),
        icon=_goods(quest.icon, world, locale),
        can_repeat=quest.can_repeat,
        cooldown_s=quest.cooldown_s,
        in_order=quest.in_order,
    )


def _task(task: Thing, world: DemoWorld, locale: str) -> Task:
    goods = _goods(task.item, world, locale)
    return Task(
        number_of(task.id),
        task.kind,
        _title(task, goods, locale),
        goods,
        task.count,
        consumes=task.consumes,
        screen_only=task.screen_only,
        button=task.button,
    )


def _reward(reward: Thing, world: DemoWorld, locale: str) -> Reward:
    goods = _goods(reward.item, world, locale)
    return Reward(
        number_of(reward.id),
        reward.kind,
        _title(reward, goods, locale),
        goods,
        reward.count,
        reward.up_to,
        team=reward.team,
        draws=tuple(_draw(draw, world, locale) for draw in reward.draws),
        nothing=reward.nothing,
    )


def _draw(draw: Drawn, world: DemoWorld, locale: str) -> Draw:
    goods = _goods(draw.item, world, locale)
    return Draw(draw.kind, _title(draw, goods, locale), goods, draw.count, draw.chance)


def _title(thing: Thing | Drawn, goods: Goods, locale: str) -> str:
    if thing.title:
        return in_locale(thing.title, locale)
    return f"{thing.count}x {goods.name}" if thing.count > 1 else goods.name


def _goods(item: str, world: DemoWorld, locale: str) -> Goods:
    return Goods(item, in_locale(world.items[item], locale)) if item else Goods("", "")


def number_of(text: str) -> int:
    """An id as the file writes it."""
    return int(text, 16)
