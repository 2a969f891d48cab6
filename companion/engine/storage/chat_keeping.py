"""Rounds of many players into the file of conversations, in one statement where there is room."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from uuid import UUID

from companion.engine.storage.chat_rows import (
    ROUNDS_AT_ONCE,
    Entry,
    forget_expired,
    keep_rounds,
)
from companion.engine.storage.chat_tally import Tallies, Tally
from companion.engine.storage.limits import Limits, StorageLimits


class RoundKeeping:
    """Keeps entries and counts them; implements `Alike`. On the writer's thread.

    Each gives True: it is on disk then, or the reply that its request id had before.
    """

    def __init__(self, tallies: Tallies, limits: Limits) -> None:
        self._tallies = tallies
        self._limits = limits

    def is_single(self, items: Sequence[Entry]) -> bool:
        """Whether every player is known to have room."""
        if len(items) > ROUNDS_AT_ONCE:
            return False
        grown = self._grown(items)
        if grown is None:
            return False
        limits, now = self._limits(), items[-1].at
        return all(tally.fits(limits, now) for tally in grown.values())

    def run(self, connection: sqlite3.Connection, items: Sequence[Entry]) -> Sequence[bool]:
        """Keep them, and let what expires with them go."""
        for start in range(0, len(items), ROUNDS_AT_ONCE):
            self._keep(connection, items[start : start + ROUNDS_AT_ONCE])
        return [True] * len(items)

    def _keep(self, connection: sqlite3.Connection, items: Sequence[Entry]) -> None:
        grown = self._grown(items)
        players = dict.fromkeys(item.player for item in items)
        for player in players:
            self._tallies.drop(player)  # what fails from here on is counted again
        are_new = keep_rounds(connection, items) == len(items)
        limits, now = self._limits(), items[-1].at
        for player in players:
            known = grown[player] if grown is not None and are_new else None
            self._settle(connection, player, known, (limits, now))

    def _settle(
        self,
        connection: sqlite3.Connection,
        player: UUID,
        tally: Tally | None,
        rules: tuple[StorageLimits, float],
    ) -> None:
        """Keep a player's tally, and within the limits what it counts."""
        limits, now = rules
        tally = tally or self._tallies.count(connection, player)
        if not tally.fits(limits, now):
            forget_expired(connection, player, limits, now)
            tally = self._tallies.count(connection, player)
        self._tallies.put(player, tally)

    def _grown(self, items: Sequence[Entry]) -> dict[UUID, Tally] | None:
        """The tallies with these entries; None where one has to be counted."""
        grown: dict[UUID, Tally] = {}
        for item in items:
            tally = grown.get(item.player) or self._tallies.of(item.player)
            if tally is None:
                return None
            grown[item.player] = tally.with_one(item.size, item.at)
        return grown
