"""What players type in the game: `/system ...` there, answered to that player alone (G19).

Orders come from the link on its own thread. Who gave one is what the game says, never what a line
says; what everybody could read (Minecraft's chat) pairs nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

from companion.engine.access.chat_line import command_in
from companion.engine.access.identity import Executor, PlayerId
from companion.engine.access.order import Lines
from companion.games.link import GameOrder, GamePlayer
from companion.language.phrase import Phrase, phrase
from companion.support.errors import CompanionError
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

MOST_PLAYERS = 32
MOST_WAITING = 4
"""Players whose orders run at once, and orders of one of them; what comes on top is dropped, and
that is logged: it is a flood."""
MOST_CHARACTERS = 1_024
BARE = "open"
"""What `/system` alone means: the companion shows itself."""


@dataclass(frozen=True, slots=True)
class Around:
    """What orders need of the served world.

    Attributes:
        executor: A player with the rights they have at this moment.
        order: Runs an administrative line; None for a word that is no such command.
        ask: Asks the companion in a player's name what is no command (ROUTE-037).
        prefix: What a chat line must begin with; "" where orders are private commands.
        tell: Tells a player alone.
    """

    executor: Callable[[PlayerId], Executor]
    order: Callable[[str, Executor], Awaitable[Lines | None]]
    ask: Callable[[GamePlayer, str], Awaitable[Lines]]
    prefix: Callable[[], str]
    tell: Callable[[GamePlayer, Lines], Awaitable[None]]


class GameOrders:
    """Runs them, one a player at a time. On the engine's loop."""

    def __init__(self, around: Around) -> None:
        self._around = around
        self._waiting: dict[UUID, deque[str]] = {}

    def hear(self, loop: asyncio.AbstractEventLoop) -> Callable[[GameOrder], None]:
        """What a link calls with an order, on any thread."""

        def heard(order: GameOrder) -> None:
            try:
                loop.call_soon_threadsafe(self.take, order)
            except RuntimeError:  # the loop ended: nobody serves any more
                logger.debug("an order came after the end")

        return heard

    def take(self, order: GameOrder) -> None:
        """Start an order; ordinary chat is passed over."""
        line = self._line(order)
        if line is None:
            return
        waiting = self._waiting.get(order.player.uuid)
        if len(waiting or ()) >= MOST_WAITING or len(self._waiting) >= MOST_PLAYERS:
            logger.info("an order of a player was dropped: too many at once")
        elif waiting is not None:
            waiting.append(line)
        else:
            self._waiting[order.player.uuid] = deque([line])
            spawn(self._run(order.player), "orders from the game")

    def _line(self, order: GameOrder) -> str | None:
        prefix = self._around.prefix()
        line = command_in(order.line, prefix) if prefix else order.line.strip()
        return None if line is None else line[:MOST_CHARACTERS] or BARE

    async def _run(self, player: GamePlayer) -> None:
        waiting = self._waiting[player.uuid]
        try:
            while waiting:
                await self._tell(player, await self._answered(player, waiting[0]))
                waiting.popleft()
        finally:
            del self._waiting[player.uuid]

    async def _tell(self, player: GamePlayer, lines: Lines) -> None:
        try:
            await self._around.tell(player, lines)
        except CompanionError as error:
            logger.warning("an answer did not reach its player: %s", error.failure)

    async def _answered(self, player: GamePlayer, line: str) -> Lines:
        """What to tell; a line that breaks, breaks alone."""
        who = PlayerId(player.uuid, player.name)
        try:
            told = await self._around.order(line, self._around.executor(who))
            return told if told is not None else await self._around.ask(player, line)
        except CompanionError as error:
            return (said(error),)
        except Exception as error:  # noqa: BLE001 - the next order still has to be answered
            logger.error("an order from the game broke: %s", type(error).__name__)
            return (phrase("failure.internal"),)


def said(error: CompanionError) -> Phrase:
    """The sentence of an error."""
    return phrase(f"failure.{error.failure}", detail=error.detail)
