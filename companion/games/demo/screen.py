"""What players of the demo world are told, each alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from companion.games.link import GamePlayer
from companion.games.offline_id import offline_id

MOST_TOLD = 100

Show = Callable[[GamePlayer, str], None]


class DemoScreen:
    """The `TellingLink` part of the demo world. Any thread.

    Attributes:
        told: Who was told what; the latest of it.
        show: Shows what a player is told, where somebody looks on.
    """

    def __init__(self) -> None:
        self.told: deque[tuple[GamePlayer, str]] = deque(maxlen=MOST_TOLD)
        self.show: Show | None = None

    def find(self, name: str) -> GamePlayer | None:
        """Everybody is in the demo world, by the id of an offline server."""
        return GamePlayer(offline_id(name), name)

    def tell(self, player: GamePlayer, text: str) -> None:
        """Show text to a player alone."""
        self.told.append((player, text))
        if self.show:
            self.show(player, text)
