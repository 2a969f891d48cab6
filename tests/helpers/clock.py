"""A clock that moves only when told."""

from __future__ import annotations


class ManualClock:
    """Starts at 100 s monotonic and a fixed wall time."""

    def __init__(self, monotonic: float = 100.0, wall: float = 1_796_000_000.0) -> None:
        self._monotonic = monotonic
        self._wall = wall

    def monotonic(self) -> float:
        return self._monotonic

    def wall(self) -> float:
        return self._wall

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._monotonic += seconds
        self._wall += seconds
