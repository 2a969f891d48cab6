"""What quests do while nobody asks: notice changes, tell of them, and keep references.

One for all configurations of quests, whatever they are called. Events and a look every second
only mark; the comparison runs once, on worker threads, and never twice at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable
from uuid import UUID

from companion.engine.builtin.quests.act_tools import Hands
from companion.engine.builtin.quests.claim_refs import ClaimRefs, bound
from companion.engine.builtin.quests.notices import notices, welcome
from companion.engine.builtin.quests.team_news import TeamNews
from companion.engine.builtin.quests.tracker import Changes, Look, look_at
from companion.engine.builtin.quests.watched import Watched
from companion.engine.execution.result import AgentResult
from companion.engine.modules.player_module import Binding, PlayerModule, PlayerSession
from companion.engine.narration.stories import Stories
from companion.engine.quest_views.scene import Glance, Scene
from companion.engine.services import (
    Game,
    Looked,
    Viewer,
    language_of_locale,
)
from companion.engine.storage.store import PlayerStore, Transaction
from companion.games.watching import Watch
from companion.support.errors import CompanionError
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

SCAN_TICKS = 20
"""Changes without events, such as a pause that is over, are found within so many ticks."""

LOOKS_AT_ONCE = 64
"""Players whose quests are looked at in one hand-over to a worker; requests need workers too."""


@runtime_checkable
class Forgetting(Protocol):
    """A link that keeps what it read."""

    def forget(self) -> None:
        """Read from the files at the next look, whatever their stamps say."""
        ...


@dataclass(frozen=True, slots=True)
class Around:
    """What the runtime needs of the engine."""

    game: Game
    refs: ClaimRefs
    tell: Callable[[UUID, AgentResult], None]
    locale_of: Callable[[UUID], str]
    stories: Stories


class QuestRuntime(PlayerModule):
    """Guards who is watched and what their teams' quests were. On the engine's loop.

    Attributes:
        refs: None where the link cannot act.
        hands: The same for what acts.
        looked: Set once somebody's quests were looked at.
        stories: How quests are told.
    """

    def __init__(self, around: Around, hands: Hands | None, watch: Watch | None = None) -> None:
        self.hands = hands
        self.refs = hands.refs if hands else None
        self.looked = asyncio.Event()
        self.stories = around.stories
        self._around = around
        self._players: dict[UUID, Watched] = {}
        self._news = TeamNews()
        self._welcomed: set[UUID] = set()
        self._comparing: asyncio.Task[None] | None = None
        self._is_dirty = False
        self._ticks = 0
        self._watch = watch

    def binding(self, player: UUID) -> Binding | None:
        """Remember that a player is new; nothing is stored."""

        def note(_: Transaction) -> None:
            self._welcomed.discard(player)
            self._players.setdefault(player, Watched()).is_new = True

        return note

    def session(self, player: UUID, instance: str, store: PlayerStore) -> PlayerSession:
        """Watch a player; several configurations watch once."""
        return _Session(self, player, instance)

    def entered(self, player: UUID) -> None:
        """One more configuration is open for a player."""
        watched = self._players.setdefault(player, Watched())
        watched.sessions += 1
        if self._watch and not self._watch.is_running:
            self._watch.start(self.mark)
        self.mark()

    def left(self, player: UUID) -> None:
        """One less; after the last one their references are void."""
        watched = self._players.get(player)
        if watched is None:
            return
        watched.sessions -= 1
        if watched.sessions <= 0:
            del self._players[player]
            if self.refs:
                self.refs.forget(player)

    def mark(self) -> None:
        """Something may have changed."""
        self._is_dirty = True

    def completed_here(self, team: str, quest: int) -> None:
        """A submission completes a quest: the reply tells it, and no notice does."""
        self._news.completed_here(team, quest)

    def tick(self, now: float) -> None:
        """Look at the game where something may have changed."""
        self._ticks += 1
        if self._ticks % SCAN_TICKS == 0:
            self.mark()
        if self._is_dirty and self._comparing is None and self._players:
            self._is_dirty = False
            self._comparing = spawn(self._compare(), "compare quests")

    def reload(self) -> None:
        """Read everything anew in the background; what is there then is told to nobody."""
        link = self._around.game.scenes.link
        if isinstance(link, Forgetting):
            link.forget()
        self._news.forget()
        for watched in self._players.values():
            watched.glance = None
        self.mark()

    def close(self) -> None:
        """Stop watching and comparing."""
        if self._watch:
            self._watch.stop()
        if self._comparing:
            self._comparing.cancel()
        self.stories.organiser.close()

    async def _compare(self) -> None:
        try:
            await self._compared()
        except CompanionError as error:
            logger.debug("quests are not compared now: %s", error.failure)
        finally:
            self._comparing = None

    async def _compared(self) -> None:
        """Look once for every player; what happened to a team is found once.

        Who left and came back meanwhile is on another visit: the next look is theirs.
        """
        found: dict[str, Changes] = {}
        visits = dict(self._players)
        players = tuple(visits)
        for start in range(0, len(players), LOOKS_AT_ONCE):
            for one in await self._look(players[start : start + LOOKS_AT_ONCE]):
                watched = self._players.get(one.player)
                if watched is not None and watched is visits[one.player]:
                    watched.glance = one.glance
                    self._tell(one.player, one.scene, self._changed(one.player, one.found, found))
                    self.looked.set()

    async def _look(self, players: Sequence[UUID]) -> list[Looked[Look]]:
        """What those see for whom something changed, and those who wait for their welcome."""
        around, seen = self._around, dict[UUID, Glance]()
        viewers = [Viewer(one, locale) for one in players if (locale := around.locale_of(one))]
        for one in players:
            watched = self._players.get(one)
            if watched and watched.glance and not watched.is_new:
                seen[one] = watched.glance
        return await around.game.look_for(viewers, look_at, seen)

    def _changed(self, player: UUID, look: Look, found: dict[str, Changes]) -> Changes:
        """What a player is to be told; whoever changed teams only gets a new baseline."""
        team = look.team or str(player)
        if team not in found:
            found[team] = self._news.since(team, look)
        watched = self._players[player]
        was, watched.team = watched.team, team
        return found[team] if was == team else Changes()

    def _tell(self, player: UUID, scene: Scene, happened: Changes) -> None:
        language = language_of_locale(scene.book.locale)
        watched = self._players[player]
        if watched.is_new and scene.progress.known and player not in self._welcomed:
            watched.is_new = False
            self._welcomed.add(player)
            for result in welcome(scene, language, self._give_gift(player, scene)):
                self._around.tell(player, result)
            return
        if not happened:
            return
        give, give_gift = self._give(player, scene), self._give_gift(player, scene)
        telling = self.stories.telling(player, scene)
        for result in notices(scene, happened, language, give, give_gift, telling):
            self._around.tell(player, result)

    def _give(self, player: UUID, scene: Scene) -> Callable[[int, int], str] | None:
        if (refs := self.refs) is None:
            return None
        return lambda quest, reward: refs.give(bound(player, scene, quest, reward))

    def _give_gift(self, player: UUID, scene: Scene) -> Callable[[int], str] | None:
        if (refs := self.refs) is None:
            return None
        return lambda quest: refs.give(bound(player, scene, quest, 0), lasting=True)


class _Session(PlayerSession):
    """One configuration for one player."""

    def __init__(self, runtime: QuestRuntime, player: UUID, instance: str) -> None:
        self._runtime = runtime
        self._player = player
        self._instance = instance
        self._is_open = False

    def ready(self) -> None:
        """Begin to watch."""
        self._is_open = True
        self._runtime.stories.tellers.entered(self._player, self._instance)
        self._runtime.entered(self._player)

    def close(self) -> None:
        """Stop watching."""
        if self._is_open:
            self._is_open = False
            self._runtime.stories.tellers.left(self._player, self._instance)
            self._runtime.left(self._player)
