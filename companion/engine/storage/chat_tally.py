"""How much of each player's talk is kept, so that a round with room costs one statement."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from dataclasses import dataclass
from uuid import UUID

from companion.engine.storage.limits import StorageLimits
from companion.engine.storage.retention import is_within

MOST_PLAYERS = 4096
"""Players whose tally is kept in memory; others are counted again."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What is kept of one player.

    Attributes:
        rounds: How many.
        size: Their encoded bytes.
        oldest: Wall-clock seconds of the oldest; None for none.
    """

    rounds: int
    size: int
    oldest: float | None

    def with_one(self, size: int, at: float) -> Tally:
        """The tally with one round more."""
        oldest = at if self.oldest is None else min(at, self.oldest)
        return Tally(self.rounds + 1, self.size + size, oldest)

    def fits(self, limits: StorageLimits, now: float) -> bool:
        """Whether nothing can have expired."""
        return is_within(self.rounds, self.size, self.oldest, limits, now)


class Tallies:
    """Tallies of what is on disk and of what the open transaction adds. The writer's thread only.

    What did not go well is dropped, and counted again.
    """

    def __init__(self) -> None:
        self._tallies: OrderedDict[UUID, Tally] = OrderedDict()

    def of(self, player: UUID) -> Tally | None:
        """A player's tally; None where it has to be counted."""
        return self._tallies.get(player)

    def count(self, connection: sqlite3.Connection, player: UUID) -> Tally:
        """Count a player's rounds and keep the tally."""
        rounds, size, oldest = connection.execute(
            "SELECT COUNT(*), COALESCE(SUM(bytes), 0), MIN(at) FROM round WHERE player = ?",
            (player.bytes,),
        ).fetchone()
        return self.put(player, Tally(rounds, size, oldest))

    def put(self, player: UUID, tally: Tally) -> Tally:
        """Keep a tally."""
        self._tallies[player] = tally
        self._tallies.move_to_end(player)
        while len(self._tallies) > MOST_PLAYERS:
            self._tallies.popitem(last=False)
        return tally

    def drop(self, player: UUID) -> None:
        """Count a player again next time."""
        self._tallies.pop(player, None)

    def forget(self) -> None:
        """A commit failed: what was counted never happened."""
        self._tallies.clear()
