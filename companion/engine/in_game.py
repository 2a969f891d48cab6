"""A companion's words in the game itself: shown by the link to the companion's own player."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast
from uuid import UUID

from companion.engine.access.window import Bucket
from companion.engine.execution.workers import Workers
from companion.games.link import Capability, GamePlayer, Link, TellingLink
from companion.protocol.in_game import ShowInGame
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure

LINES_PER_S = 1.0
LINES_AT_ONCE = 8.0
"""Of one player: as many as an answer has, and a flood never."""
MOST_PLAYERS = 1_024
GAME_CODE = re.compile("\u00a7.?")
"""Minecraft obeys it wherever it stands in a text."""


class InGame:
    """Shows lines. On the engine's loop; the link is asked on a worker.

    Args:
        link: The game.
        workers: The pool on which it is asked.
        player: A player as the game knows them; None for whoever plays on this computer.
        clock: For how often.
    """

    def __init__(
        self,
        link: Link,
        workers: Workers,
        player: Callable[[UUID], GamePlayer | None],
        clock: Clock,
    ) -> None:
        self._link = link
        self._workers = workers
        self._player = player
        self._clock = clock
        self._credit: dict[UUID, Bucket] = {}

    async def show(self, request: ShowInGame, player: UUID) -> None:
        """Show a line to the player who asked, and to nobody else.

        Raises:
            CompanionError: NOT_SHOWN_IN_GAME where this link cannot do that, PLAYER_NOT_ONLINE,
                TOO_MANY_REQUESTS, INVALID_INPUT for a line of nothing; what the link failed with:
                the line was perhaps not seen.
        """
        known = self._player(player)
        if Capability.TELL not in self._link.capabilities or known is None:
            raise CompanionError(Failure.NOT_SHOWN_IN_GAME)
        line = plain_line(request.text)
        if not line:
            raise CompanionError(Failure.INVALID_INPUT)
        if not self._may_show(player):
            raise CompanionError(Failure.TOO_MANY_REQUESTS)
        await self._workers.run(self._tell, known, line)

    def _tell(self, player: GamePlayer, line: str) -> None:
        link = cast("TellingLink", self._link)
        found = link.find(player.name) if player.name else None
        if found is None or found.uuid != player.uuid:
            raise CompanionError(Failure.PLAYER_NOT_ONLINE, player.name)
        link.tell(found, line)

    def _may_show(self, player: UUID) -> bool:
        if player not in self._credit and len(self._credit) >= MOST_PLAYERS:
            self._credit.pop(next(iter(self._credit)))
        credit = self._credit.setdefault(player, Bucket(LINES_PER_S, LINES_AT_ONCE))
        return credit.take(self._clock.monotonic())


def plain_line(text: str) -> str:
    """One line of what can be read, and of no code that the game would obey."""
    readable = "".join(char if char.isprintable() else " " for char in GAME_CODE.sub("", text))
    return " ".join(readable.split())
