"""A small world that is always there: `resources/demo/world.json`, the same for everybody.

Its texts come in every shipped locale. Two quests are done, one reward waits, some quests are under
way, one hides until the end, and a chapter with every kind of goal and reward shows once the honey
is handed in. To change the world, change the file; ids only have to be unique.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cache

from companion.games.demo.acting import Holder, chosen, claimed, submitted
from companion.games.demo.book import demo_book, number_of
from companion.games.demo.playing import playable, played
from companion.games.demo.recipes import demo_names, demo_recipes
from companion.games.demo.screen import DemoScreen
from companion.games.demo.world import load_world
from companion.games.link import Capability, GamePlayer
from companion.games.quest_book import Progress, QuestBook
from companion.games.recipe_link import Recipes
from companion.language.translations import FALLBACK_LOCALE
from companion.support.clock import Clock, SystemClock


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
        return demo_book(locale)

    def progress(self, player: GamePlayer | None = None) -> Progress:
        """What the demo player has done; everybody else has just arrived."""
        with self._lock:
            return self._holder(player).progress

    def inventory(self, player: GamePlayer | None = None) -> Mapping[str, int]:
        """Item id to amount; empty for everybody but the demo player, until they earn something."""
        with self._lock:
            return self._holder(player).items

    def recipes(self) -> Recipes:
        """What can be made here."""
        return demo_recipes()

    def item_names(self, locale: str) -> Mapping[str, str]:
        """Names of what there is."""
        return demo_names(locale)

    def submit_task(self, player: GamePlayer | None, quest: int, task: int) -> None:
        """Hand in what one task asks for."""
        self._act(player, lambda h, book, now: submitted(h, book, quest, task, now))

    def claim_reward(self, player: GamePlayer | None, quest: int, reward: int) -> None:
        """Take a reward of a completed quest."""
        self._act(player, lambda h, book, now: claimed(h, book, quest, reward, now))

    def give_choice(self, player: GamePlayer | None, quest: int, reward: int, option: int) -> None:
        """Give one of the things that a choice reward offers."""
        self._act(player, lambda h, book, now: chosen(h, book, quest, reward, option))

    def play(self, player: GamePlayer | None, quest: int) -> int:
        """Do what the next goal of a quest asks for out in the world; see `playing.py`."""
        moved: list[int] = []

        def act(holder: Holder, book: QuestBook, now_ms: int) -> Holder:
            goal = playable(holder, book, quest)
            moved.append(goal.id if goal else 0)
            return played(holder, book, quest, now_ms)

        self._act(player, act)
        return moved[0]

    def _act(
        self, player: GamePlayer | None, act: Callable[[Holder, QuestBook, int], Holder]
    ) -> None:
        with self._lock:
            now_ms = int(self._clock.wall() * 1000)
            after = act(self._holder(player), demo_book(FALLBACK_LOCALE), now_ms)
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
        completed=frozenset(map(number_of, done.completed)),
        started=frozenset(map(number_of, done.started)),
        task_progress={number_of(k): v for k, v in done.task_progress.items()},
        claimed=frozenset(map(number_of, done.claimed)),
        team="greenvale",
    )
    return Holder(progress, load_world().inventory, done.points)
