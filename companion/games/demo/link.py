"""A small world that is always there: `resources/demo/world.json`, the same for everybody.

Its texts come in every shipped locale. Two quests are done, one reward waits, some quests are under
way, one hides until the end, and a chapter with every kind of goal and reward shows once the honey
is handed in. To change the world, change the file; ids only have to be unique.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cache

import msgspec

from companion.games.demo.acting import Holder, chosen, claimed, submitted
from companion.games.demo.screen import DemoScreen
from companion.games.link import Capability, GamePlayer
from companion.games.quest_book import (
    Chapter,
    Draw,
    Goods,
    Progress,
    Quest,
    QuestBook,
    QuestRules,
    Reward,
    Task,
)
from companion.language.translations import FALLBACK_LOCALE
from companion.support.clock import Clock, SystemClock
from companion.support.paths import shipped

Text = dict[str, str]
"""Locale to text."""


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a reward's table may give."""

    kind: str
    item: str = ""
    count: int = 1
    chance: float = 1.0
    title: Text = {}


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task or a reward of the demo world; `item` names a key of `DemoWorld.items`."""

    id: str
    kind: str
    item: str = ""
    count: int = 1
    title: Text = {}
    consumes: bool = False
    screen_only: bool = False
    button: bool = False
    team: bool = False
    up_to: int = 0
    draws: tuple[Drawn, ...] = ()
    nothing: float = 0.0


class DemoQuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quest of the demo world."""

    id: str
    title: Text
    subtitle: Text
    description: dict[str, tuple[str, ...]]
    icon: str
    tasks: tuple[Thing, ...]
    rewards: tuple[Thing, ...]
    dependencies: tuple[str, ...] = ()
    hide_until_deps_complete: bool = False
    can_repeat: bool = False
    cooldown_s: int = 0
    in_order: bool = False


class DemoChapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the demo world."""

    id: str
    title: Text
    quests: tuple[DemoQuest, ...]


class DemoProgress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the demo player has done."""

    player: str
    completed: tuple[str, ...]
    started: tuple[str, ...]
    task_progress: dict[str, int]
    claimed: tuple[str, ...]
    points: int = 0


class DemoWorld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    name: str
    title: Text
    items: dict[str, Text]
    chapters: tuple[DemoChapter, ...]
    progress: DemoProgress
    inventory: dict[str, int]


@cache
def load_world() -> DemoWorld:
    """Read the shipped world.

    Raises:
        msgspec.DecodeError: The file is damaged.
    """
    return msgspec.json.decode(
        (shipped("resources") / "demo" / "world.json").read_bytes(), type=DemoWorld
    )


class DemoLink(DemoScreen):
    """The link to the demo world. Any thread; each link is a world of its own.

    What players do lasts as long as the link. A progress is the same object until it changes.
    """

    id = "demo"
    capabilities = frozenset(
        {Capability.QUESTS, Capability.PROGRESS, Capability.INVENTORY, Capability.TELL}
    )

    def __init__(self, clock: Clock | None = None) -> None:
        """Store the clock, whose wall time dates what is completed."""
        super().__init__()
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._holders: dict[str, Holder] = {}

    def world_name(self) -> str:
        """The name of the world."""
        return load_world().name

    def book(self, locale: str) -> QuestBook:
        """The quest book in a locale; English where a text is missing."""
        return _book(locale)

    def progress(self, player: GamePlayer | None = None) -> Progress:
        """What the demo player has done; everybody else has just arrived."""
        with self._lock:
            return self._holder(player).progress

    def inventory(self, player: GamePlayer | None = None) -> Mapping[str, int]:
        """Item id to amount; empty for everybody but the demo player, until they earn something."""
        with self._lock:
            return self._holder(player).items

    def submit_task(self, player: GamePlayer | None, quest: int, task: int) -> None:
        """Hand in what one task asks for."""
        self._act(player, lambda h, book, now: submitted(h, book, quest, task, now))

    def claim_reward(self, player: GamePlayer | None, quest: int, reward: int) -> None:
        """Take a reward of a completed quest."""
        self._act(player, lambda h, book, now: claimed(h, book, quest, reward, now))

    def give_choice(self, player: GamePlayer | None, quest: int, reward: int, option: int) -> None:
        """Give one of the things that a choice reward offers."""
        self._act(player, lambda h, book, now: chosen(h, book, quest, reward, option))

    def _act(
        self, player: GamePlayer | None, act: Callable[[Holder, QuestBook, int], Holder]
    ) -> None:
        with self._lock:
            now_ms = int(self._clock.wall() * 1000)
            after = act(self._holder(player), _book(FALLBACK_LOCALE), now_ms)
            self._holders[_key(player)] = after

    def _holder(self, player: GamePlayer | None) -> Holder:
        return self._holders.get(_key(player)) or (
            _demo_player() if _is_at_home(player) else _NEWCOMER
        )


_NEWCOMER = Holder(Progress(known=True))


def _key(player: GamePlayer | None) -> str:
    return "" if player is None or _is_at_home(player) else str(player.uuid)


def _is_at_home(player: GamePlayer | None) -> bool:
    """Whether somebody is the player of the demo world."""
    return player is None or player.name.casefold() == load_world().progress.player.casefold()


@cache
def _demo_player() -> Holder:
    done = load_world().progress
    progress = Progress(
        known=True,
        player=done.player,
        completed=frozenset(map(_number, done.completed)),
        started=frozenset(map(_number, done.started)),
        task_progress={_number(k): v for k, v in done.task_progress.items()},
        claimed=frozenset(map(_number, done.claimed)),
        team="greenvale",
    )
    return Holder(progress, load_world().inventory, done.points)


@cache
def _book(locale: str) -> QuestBook:
    world = load_world()
    quests = {
        _number(quest.id): _quest(quest, chapter, world, locale)
        for chapter in world.chapters
        for quest in chapter.quests
    }
    chapters = tuple(
        Chapter(
            id=_number(chapter.id),
            title=_in(chapter.title, locale),
            group="",
            always_invisible=False,
            quests=tuple(_number(quest.id) for quest in chapter.quests),
        )
        for chapter in world.chapters
    )
    return QuestBook(_in(world.title, locale), "demo", locale, chapters, quests)


def _quest(quest: DemoQuest, chapter: DemoChapter, world: DemoWorld, locale: str) -> Quest:
    description = quest.description
    return Quest(
        id=_number(quest.id),
        chapter=_number(chapter.id),
        title=_in(quest.title, locale),
        own_text=True,
        subtitle=_in(quest.subtitle, locale),
        description=description.get(locale, description.get(FALLBACK_LOCALE, ())),
        tasks=tuple(_task(task, world, locale) for task in quest.tasks),
        rewards=tuple(_reward(reward, world, locale) for reward in quest.rewards),
        dependencies=tuple(map(_number, quest.dependencies)),
        rules=QuestRules(hide_until_deps_complete=quest.hide_until_deps_complete),
        icon=_goods(quest.icon, world, locale),
        can_repeat=quest.can_repeat,
        cooldown_s=quest.cooldown_s,
        in_order=quest.in_order,
    )


def _task(task: Thing, world: DemoWorld, locale: str) -> Task:
    goods = _goods(task.item, world, locale)
    return Task(
        _number(task.id),
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
        _number(reward.id),
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
        return _in(thing.title, locale)
    return f"{thing.count}x {goods.name}" if thing.count > 1 else goods.name


def _goods(item: str, world: DemoWorld, locale: str) -> Goods:
    return Goods(item, _in(world.items[item], locale)) if item else Goods("", "")


def _in(text: Text, locale: str) -> str:
    return text.get(locale, text.get(FALLBACK_LOCALE, ""))


def _number(text: str) -> int:
    return int(text, 16)
