"""Orders of a link, wired to the world that is served."""

from __future__ import annotations

import asyncio
from typing import Protocol, cast

from companion.engine.access.identity import Executor, PlayerId
from companion.engine.access.order import Lines
from companion.engine.config.access import AccessConfig
from companion.engine.console.game_orders import Around, GameOrders
from companion.engine.console.order_answer import answer
from companion.engine.facts import wording
from companion.engine.players import PlayerIdentity
from companion.engine.runtime import Runtime
from companion.games.link import Capability, GamePlayer, Link, TellingLink
from companion.support.resources import LOCALES


class Served(Protocol):
    """What orders need of the world that is served."""

    runtime: Runtime

    @property
    def access(self) -> AccessConfig:
        """Who may do what, as it is now."""
        ...

    def has(self, capability: Capability) -> bool:
        """Whether the link into the game can do something."""
        ...

    def executor(self, player: PlayerId) -> Executor:
        """A player of the game, with the rights they have at this moment."""
        ...

    async def order(self, line: str, executor: Executor) -> Lines | None:
        """Run what stands after `/system`; None for a word that is no command."""
        ...


def game_orders(world: Served, link: Link, locale: str) -> GameOrders:
    """The orders of a link with `Capability.ORDERS`; without TELL they are done, and not answered.

    Args:
        world: What is served.
        link: The game.
        locale: Language of the answers to players of whom the link does not say what they read.
    """

    def read_by(player: GamePlayer) -> str:
        return player.locale if player.locale in LOCALES else locale

    async def tell(player: GamePlayer, lines: Lines) -> None:
        if not world.has(Capability.TELL):
            return
        words = await asyncio.to_thread(wording, read_by(player))
        for line in lines:
            text = words.render(line)
            await asyncio.to_thread(cast("TellingLink", link).tell, player, text)

    async def ask(player: GamePlayer, words: str) -> Lines:
        who = PlayerId(player.uuid, player.name)
        identity = PlayerIdentity(who.id, who.name, world.executor(who).is_operator)
        return await answer(world.runtime, identity, words, read_by(player))

    def prefix() -> str:
        return "" if world.has(Capability.PRIVATE_ORDERS) else world.access.command_prefix

    return GameOrders(Around(world.executor, world.order, ask, prefix, tell))
