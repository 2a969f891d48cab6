"""A game in which players type orders, and which tells each of them something alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

from companion.engine.access.identity import offline_id
from companion.games.link import Capability, GameOrder, GamePlayer
from companion.support.errors import Failure, LinkError
from tests.helpers.engine_link import FakeLink

CHAT = frozenset({Capability.QUESTS, Capability.TELL, Capability.ORDERS})
"""Minecraft: chat lines that everybody reads, answers that only one does."""
PRIVATE = CHAT | {Capability.PRIVATE_ORDERS}
"""Luanti: private commands."""


def player(name: str) -> GamePlayer:
    return GamePlayer(offline_id(name), name)


@dataclass
class OrderingLink(FakeLink):
    """Everybody but Nobody is in this game.

    Attributes:
        told: What each player was told, by name.
        held: Privileges by name.
        is_silent: Whether the game takes nothing.
        refused: How much it did not take.
    """

    capabilities: frozenset[Capability] = PRIVATE
    told: dict[str, list[str]] = field(default_factory=dict)
    held: dict[str, Collection[str]] = field(default_factory=dict)
    is_silent: bool = False
    refused: int = 0
    heard: Callable[[GameOrder], None] | None = None
    loop: asyncio.AbstractEventLoop | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def find(self, name: str) -> GamePlayer | None:
        return None if name == "Nobody" else player(name)

    def tell(self, player: GamePlayer, text: str) -> None:
        if self.is_silent:
            self.refused += 1
            raise LinkError(Failure.CONNECTION_LOST)
        self.told.setdefault(player.name, []).append(text)
        if self.loop:
            self.loop.call_soon_threadsafe(self.news.set)

    def hear(self, heard: Callable[[GameOrder], None]) -> None:
        self.heard, self.loop = heard, asyncio.get_running_loop()

    def privileges(self) -> Mapping[UUID, Collection[str]]:
        return {offline_id(name): held for name, held in self.held.items()}

    async def types(self, name: str, line: str, locale: str = "") -> str:
        """A player who reads a language types something; gives what they are told next."""
        before = len(self.told.get(name, ()))
        assert self.heard
        await asyncio.to_thread(self.heard, GameOrder(replace(player(name), locale=locale), line))
        async with asyncio.timeout(60):
            while len(self.told.get(name, ())) == before:
                self.news.clear()
                await self.news.wait()
        return self.told[name][before]
