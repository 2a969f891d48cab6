"""What an engine sees of the game: scenes, the names in them, and the threads that look."""

from __future__ import annotations

import asyncio
import logging
from uuid import UUID

from companion.engine.execution.workers import Workers
from companion.engine.knowledge.recipe_book import spelt
from companion.engine.players import LOCAL_PLAYER
from companion.engine.presence import Presence
from companion.engine.quest_views.scene import Scene, SceneReader
from companion.engine.routing.pack_names import PackNames
from companion.engine.services import Game
from companion.engine.setup import Setup
from companion.engine.state import state_of
from companion.games.link import GamePlayer
from companion.games.recipe_link import item_names_of, recipes_of
from companion.games.search import warm_up as warm_search
from companion.language.pinyin import warm_up as warm_pinyin
from companion.protocol.responses import Command, State
from companion.support.errors import CompanionError
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

INTERACTIVE_WORKERS, INTERACTIVE_WAITING = 4, 32
MAINTENANCE_WORKERS, MAINTENANCE_WAITING = 2, 32


class Sight:
    """Looks for whoever asks. On the engine's loop; a look that may block runs on one of two pools.

    Attributes:
        game: For features: looks that a player waits for.
        maintenance: The pool of all other looks.
    """

    def __init__(self, setup: Setup, presence: Presence) -> None:
        self._setup = setup
        self._presence = presence
        self._names = PackNames()
        self._scenes = SceneReader(setup.link, setup.clock, self._names.learn)
        self._interactive = Workers("interactive", INTERACTIVE_WORKERS, INTERACTIVE_WAITING)
        self.maintenance = Workers("maintenance", MAINTENANCE_WORKERS, MAINTENANCE_WAITING)
        self.game = Game(self._scenes, self._interactive, self.player, self._names.knows)
        self._warming: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the threads, and begin to read what every answer needs."""
        self._interactive.start()
        self.maintenance.start()
        self._warming = spawn(self._warm_up(), "warm up")

    def stop(self) -> None:
        """End the threads; what they still read has no effect."""
        self._interactive.stop()
        self.maintenance.stop()

    async def warmed(self) -> None:
        """Wait until what every answer needs was read, or could not be."""
        if self._warming:
            await asyncio.shield(self._warming)

    def player(self, player: UUID) -> GamePlayer | None:
        """A player as the game knows them; None for whoever plays on this computer."""
        if player == LOCAL_PLAYER.uuid:
            return None
        guest = self._presence.guest(player)
        return GamePlayer(player, guest.identity.name if guest else "")

    def scene(self, locale: str, player: UUID) -> Scene:
        """The game as a player sees it; blocks on the disk, so on a pool."""
        return self._scenes.read(locale, self.player(player))

    async def state(self, locale: str, player: UUID, commands: tuple[Command, ...]) -> State:
        """What the game shows of a player, for their companion."""
        known = self.player(player)
        return await self.maintenance.run(state_of, self._scenes, locale, known, commands)

    async def _warm_up(self) -> None:
        """Read the book before anyone asks; a failure is told when somebody does."""
        try:
            await self.maintenance.run(_warm, self._scenes, self._setup.locale)
            await self.maintenance.run(self._learn_items)
        except CompanionError as error:
            logger.warning("quests not read yet: %s", error)

    def _learn_items(self) -> None:
        """Take what recipes make for names of this game; reading a pack's jars may take seconds."""
        recipes = recipes_of(self._setup.link).by_item
        names = item_names_of(self._setup.link, self._setup.locale)
        self._names.learn_items(names.get(item) or spelt(item) for item in recipes)


def _warm(scenes: SceneReader, locale: str) -> None:
    warm_pinyin()
    scene = scenes.read(locale)
    warm_search(scene.book)
    _ = scene.standing.active
