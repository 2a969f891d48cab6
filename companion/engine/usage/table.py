"""The rows of one kind of counter, added to by bookings. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic

from companion.engine.usage.counters import C, Row


class Table(Generic[C]):
    """Rows by player and source: as many as there are pairs, however often is booked."""

    def __init__(self, empty: C, rows: Iterable[Row[C]] = ()) -> None:
        """Start from rows.

        Args:
            empty: The counter that counts nothing.
            rows: As they were read.
        """
        self._empty: C = empty
        self._rows: dict[tuple[str, str], Row[C]] = {}
        for row in rows:
            self._rows[row.player, row.source] = row

    def add(self, player: str, source: str, count: C, day: str) -> None:
        """Book a count on a day."""
        row = self._rows.get((player, source))
        row = row or Row(player, source, day, self._empty, self._empty)
        self._rows[player, source] = row.plus(count, day)

    def rows(self) -> tuple[Row[C], ...]:
        """All rows, in the order they began."""
        return tuple(self._rows.values())
