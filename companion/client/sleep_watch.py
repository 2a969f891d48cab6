"""Noticing that the computer slept, by what its two clocks say. Pure.

On Linux the monotonic clock stands still while the computer sleeps, the wall clock does not. A wall
clock that somebody sets looks the same: so nothing is torn down for it, the link only has to show
that it lives.
"""

from __future__ import annotations

LEAST_S = 15.0
"""A wall clock that ran ahead of the monotonic one by this much means sleep, or a set clock."""


class SleepWatch:
    """Compares the clocks from one look to the next."""

    def __init__(self, monotonic: float, wall: float) -> None:
        self._ahead = wall - monotonic

    def slept(self, monotonic: float, wall: float) -> bool:
        """Whether the computer slept since the last look; a clock set back is no sleep."""
        ahead, self._ahead = self._ahead, wall - monotonic
        return self._ahead - ahead >= LEAST_S
