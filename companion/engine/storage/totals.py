"""How much a player has, counted once and then carried along; the store's thread only."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from dataclasses import dataclass, replace
from uuid import UUID

MOST_PLAYERS = 4096
"""Players whose totals are kept in memory; others are counted again."""


@dataclass(slots=True)
class Totals:
    """Entries and encoded bytes of one player's data."""

    data_bytes: int = 0
    receipts: int = 0
    receipt_bytes: int = 0
    tasks: int = 0
    task_bytes: int = 0

    @property
    def bytes(self) -> int:
        """Everything together."""
        return self.data_bytes + self.receipt_bytes + self.task_bytes


class TotalsCache:
    """Totals as of the last change that went well. The store's thread only."""

    def __init__(self) -> None:
        self._totals: OrderedDict[UUID, Totals] = OrderedDict()

    def load(self, connection: sqlite3.Connection, player: UUID) -> Totals:
        """A copy for one change to count on."""
        known = self._totals.get(player)
        return replace(known) if known else _count(connection, player)

    def keep(self, player: UUID, totals: Totals) -> None:
        """Take over what a change counted that went well."""
        self._totals[player] = totals
        self._totals.move_to_end(player)
        while len(self._totals) > MOST_PLAYERS:
            self._totals.popitem(last=False)

    def drop(self, player: UUID) -> None:
        """Count a player again next time."""
        self._totals.pop(player, None)

    def forget(self) -> None:
        """A commit failed: what was counted never happened."""
        self._totals.clear()


def _count(connection: sqlite3.Connection, player: UUID) -> Totals:
    row = connection.execute(
        "SELECT (SELECT COALESCE(SUM(bytes), 0) FROM player WHERE player = :player)"
        " + (SELECT COALESCE(SUM(bytes), 0) FROM ledger WHERE player = :player),"
        " (SELECT COUNT(*) FROM receipt WHERE player = :player),"
        " (SELECT COALESCE(SUM(bytes), 0) FROM receipt WHERE player = :player),"
        " (SELECT COUNT(*) FROM task WHERE player = :player),"
        " (SELECT COALESCE(SUM(bytes), 0) FROM task WHERE player = :player)",
        {"player": player.bytes},
    ).fetchone()
    return Totals(*row)
