"""What built-in features are given when they are installed; the runtime offers each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, ParamSpec, Protocol, TypeVar
from uuid import UUID

from companion.engine.execution.game_queue import GameQueue
from companion.engine.execution.result import AgentResult
from companion.engine.execution.workers import Workers
from companion.engine.models.prompts import PromptSet
from companion.engine.module import HelpEntry
from companion.engine.modules.context import ContextType
from companion.engine.quest_views.scene import Glance, Scene, SceneReader
from companion.engine.storage.database import Database
from companion.games.link import GamePlayer
from companion.protocol.cards.selection import Candidate
from companion.support.clock import Clock

P = ParamSpec("P")
T = TypeVar("T")


class Looker(Protocol):
    """Who looks at the game, and in which language; a `ToolCall` is one."""

    @property
    def player(self) -> UUID:
        """Whose progress and belongings are seen."""
        ...

    @property
    def language(self) -> str:
        """Locale they read."""
        ...


@dataclass(frozen=True, slots=True)
class Viewer:
    """A `Looker` where no tool is called."""

    player: UUID
    language: str


@dataclass(frozen=True, slots=True)
class Looked(Generic[T]):
    """What one of several players saw.

    Attributes:
        glance: To be given back at the next look.
        found: What was derived.
    """

    player: UUID
    glance: Glance
    scene: Scene
    found: T


@dataclass(frozen=True, slots=True)
class Game:
    """Looks at the game on worker threads. On the engine's loop.

    Attributes:
        known: A player as the game knows them; None for whoever plays on this computer.
        is_known: Whether a text is a name of the pack; None while no name is known.
    """

    scenes: SceneReader
    workers: Workers
    known: Callable[[UUID], GamePlayer | None]
    is_known: Callable[[str], bool | None] = lambda _: None

    async def scene(self, looker: Looker) -> Scene:
        """Book, progress and inventory as they are now for a player.

        Raises:
            LinkError: The game's files cannot be read.
        """
        return await self.workers.run(self.scenes.read, looker.language, self.known(looker.player))

    async def look(self, looker: Looker, function: Callable[[Scene], T]) -> T:
        """Derive something from the game as it is now, in one go.

        Raises:
            LinkError: The game's files cannot be read.
        """
        player = self.known(looker.player)
        return await self.workers.run(lambda: function(self.scenes.read(looker.language, player)))

    async def look_for(
        self,
        lookers: Sequence[Looker],
        function: Callable[[Scene], T],
        seen: Mapping[UUID, Glance],
    ) -> list[Looked[T]]:
        """Derive the same for several players, in one go on one thread.

        Args:
            lookers: Who looks.
            function: Derives it.
            seen: What some of them saw last; whoever would see the same is left out.

        Raises:
            LinkError: The game's files cannot be read.
        """
        groups: dict[str, list[tuple[UUID, GamePlayer | None]]] = {}
        for one in lookers:
            groups.setdefault(one.language, []).append((one.player, self.known(one.player)))

        def looked() -> list[Looked[T]]:
            return [
                Looked(player, glance, scene := self.scenes.read(locale, known), function(scene))
                for locale, group in groups.items()
                for (player, known), glance in zip(group, self._glances(locale, group), strict=True)
                if not glance.is_like(seen.get(player))
            ]

        return await self.workers.run(looked)

    async def work(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run what takes more than a few milliseconds away from the loop."""
        return await self.workers.run(function, *args, **kwargs)

    def _glances(
        self, locale: str, group: Sequence[tuple[UUID, GamePlayer | None]]
    ) -> Sequence[Glance]:
        return self.scenes.glances(locale, [known for _, known in group])


Suggest = Callable[[str, Looker], Awaitable[tuple[Candidate, ...]]]
"""Finds candidates for words that no sentence fits; given the words and who said them."""

EventRule = tuple[str, Mapping[str, object]]
"""An action and its arguments."""

GAME: ContextType[Game] = ContextType("game")
EXAMPLES: ContextType[Mapping[str, Mapping[str, tuple[str, ...]]]] = ContextType("examples")
"""Action to locale to sentences."""
HELP_LINES: ContextType[Callable[[UUID], tuple[HelpEntry, ...]]] = ContextType("help lines")
"""Of the features that a player has."""
LAST_QUEST: ContextType[Callable[[UUID], int]] = ContextType("last quest")
LAST_LIST: ContextType[Callable[[UUID], tuple[int, ...]]] = ContextType("last list")
"""Quests of the list whose numbers a player last saw, in order (QUEST-053)."""
GAME_QUEUE: ContextType[GameQueue] = ContextType("game queue")
"""For calls that change the game, a few a tick."""
EVENT_RULES: ContextType[dict[str, EventRule]] = ContextType("event rules")
"""Rule id to what the rule sets off; a feature adds its own while it is installed."""
NOTICES: ContextType[Callable[[UUID, AgentResult], None]] = ContextType("notices")
"""Tells a player something unasked, on all their companions."""
LOCALE_OF: ContextType[Callable[[UUID], str]] = ContextType("locale of")
"""The language that a player who is there reads; "" where nobody knows."""
CLOCK: ContextType[Clock] = ContextType("clock")
SHARED_DATABASE: ContextType[Database] = ContextType("shared database")
PROMPT_TEXTS: ContextType[Callable[[], PromptSet]] = ContextType("prompt texts")
"""Texts for models, in force now; a task keeps those it began with."""
SUGGESTIONS: ContextType[dict[str, Suggest]] = ContextType("suggestions")
"""Module instance to how it suggests; features add theirs."""


def language_of_locale(locale: str) -> str:
    """`zh` or `en`."""
    return "zh" if locale.startswith("zh") else "en"
