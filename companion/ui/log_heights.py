"""Where the entries of a long log are: measured ones as they are, others as a guess; pure.

A log of a thousand cards is not laid out: an entry is measured when it comes near the view, and
what is far keeps the height it had, or that of its neighbours.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

GUESS_PX = 160
"""Before anything was measured."""


class LogHeights:
    """Heights of entries by their ids, in an order.

    Args:
        gap: Pixels between two entries.
        edge: Pixels above the first and below the last one.

    Attributes:
        changes: How often something came to stand elsewhere.
    """

    def __init__(self, gap: int, edge: int) -> None:
        self._gap, self._edge = gap, edge
        self._order: tuple[int, ...] = ()
        self._places: dict[int, int] = {}
        self._known: dict[int, int] = {}
        self._fresh: set[int] = set()
        self._tops: list[int] = []
        self.changes = 0

    @property
    def order(self) -> tuple[int, ...]:
        """Ids from top to bottom."""
        return self._order

    def use(self, order: Sequence[int]) -> None:
        """Have other entries, or others in between; what is known of those that stay is kept."""
        self._order = tuple(order)
        self._places = {entry: place for place, entry in enumerate(order)}
        guess = sum(self._known.values()) // len(self._known) if self._known else GUESS_PX
        self._known = {entry: self._known.get(entry, guess) for entry in order}
        self._fresh.intersection_update(order)
        self._forget_tops()

    def measured(self, entry: int, height: int) -> None:
        """An entry has a height at the width of the moment."""
        self._fresh.add(entry)
        if self._known[entry] != height:
            self._known[entry] = height
            self._forget_tops()

    def is_measured(self, entry: int) -> bool:
        """Whether its height is more than a guess."""
        return entry in self._fresh

    def doubt(self, entry: int) -> None:
        """An entry may have another height now."""
        self._fresh.discard(entry)

    def doubt_all(self) -> None:
        """The width is another one."""
        self._fresh.clear()

    def place_of(self, entry: int) -> int:
        """Where an entry stands in the order, from 0."""
        return self._places[entry]

    def height(self, entry: int) -> int:
        """Pixels of an entry, as far as known."""
        return self._known[entry]

    def top(self, place: int) -> int:
        """Pixels above the entry at a place; the number of entries is a place too."""
        return self._all_tops()[place]

    @property
    def total(self) -> int:
        """Pixels of the whole log."""
        if not self._order:
            return 2 * self._edge
        return self._all_tops()[-1] - self._gap + self._edge

    def place_at(self, pixels: int) -> int:
        """The place of the entry that covers a height or stands above it; 0 without entries."""
        found = bisect_right(self._all_tops(), pixels) - 1
        return max(0, min(found, len(self._order) - 1))

    def between(self, top: int, bottom: int) -> range:
        """Places of the entries that are seen between two heights."""
        if not self._order:
            return range(0)
        first = self.place_at(top)
        if self.top(first) + self.height(self._order[first]) <= top:
            first += 1
        last = bisect_right(self._all_tops(), bottom - 1, hi=len(self._order))
        return range(first, max(first, last))

    def _forget_tops(self) -> None:
        self._tops.clear()
        self.changes += 1

    def _all_tops(self) -> list[int]:
        if not self._tops:
            steps = (self._known[entry] + self._gap for entry in self._order)
            self._tops = list(accumulate(steps, initial=self._edge))
        return self._tops
