"""Orders of a link, wired to the world that is served."""

from __future__ import annotations

import asyncio
from typing import Protocol, cast

from companion.engine.access.administration import Lines
from companion.engine.access.identity import Executor, PlayerId
from companion.engine.config.access import AccessConfig
from companion.engine.console.game_orders import Around, GameOrders
from companion.engine.console.order_answer import answer
from companion.engine.facts import wording
from companion.engine.players import PlayerIdentity
from companion.engine.runtime import Runtime
from companion.games.link import Capability, GamePlayer, Link, TellingLink


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
        locale: Language of the answers: the game does not say which one a player reads.
    """

    async def tell(player: GamePlayer, lines: Lines) -> None:
        if not world.has(Capability.TELL):
            return
        words = await asyncio.to_thread(wording, locale)
        for line in lines:
            text = words.render(line)
            await asyncio.to_thread(cast("TellingLink", link).tell, player, text)

    async def ask(player: PlayerId, words: str) -> Lines:
        is_operator = world.executor(player).is_operator
        identity = PlayerIdentity(player.id, player.name, is_operator)
        return await answer(world.runtime, identity, words, locale)

    def prefix() -> str:
        return "" if world.has(Capability.PRIVATE_ORDERS) else world.access.command_prefix

    return GameOrders(Around(world.executor, world.order, ask, prefix, tell))
