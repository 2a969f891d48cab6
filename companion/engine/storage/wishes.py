"""Who wants a history, as far as it is known: a round alone need not ask the business data."""

from __future__ import annotations

from collections import OrderedDict
from uuid import UUID

MOST_PLAYERS = 4096
"""Players whose wish is kept in memory; of others it is read again."""


class Wishes:
    """Wishes as they are on disk. Written by the store's thread alone, read by any."""

    def __init__(self) -> None:
        self._wishes: OrderedDict[UUID, bool] = OrderedDict()

    def of(self, player: UUID) -> bool | None:
        """Whether a player wants a history; None where that has to be read."""
        return self._wishes.get(player)

    def note(self, player: UUID, *, is_history: bool) -> None:
        """A change is on disk that read or set the wish."""
        self._wishes[player] = is_history
        self._wishes.move_to_end(player)
        while len(self._wishes) > MOST_PLAYERS:
            self._wishes.popitem(last=False)

    def drop(self, player: UUID) -> None:
        """Nothing is stored of a player any more."""
        self._wishes.pop(player, None)
