"""How often something may happen: a sliding hour of counts, and a bucket of credit."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K")


class SlidingWindow(Generic[K]):
    """Counts what each key did lately. Its memory is bounded: the key idle longest goes first."""

    def __init__(self, most: int, window_s: float, keys: int = 4096) -> None:
        """Store the bounds.

        Args:
            most: Times a key may do it within the window.
            window_s: Length of the window in seconds.
            keys: Keys remembered.
        """
        self._most = most
        self._window_s = window_s
        self._keys = keys
        self._times: OrderedDict[K, deque[float]] = OrderedDict()

    def is_full(self, key: K, now: float) -> bool:
        """Whether the key has used up its window."""
        return len(self._recent(key, now)) >= self._most

    def add(self, key: K, now: float) -> None:
        """Count one."""
        times = self._recent(key, now)
        times.append(now)
        self._times[key] = times
        self._times.move_to_end(key)
        while len(self._times) > self._keys:
            self._times.popitem(last=False)

    def __len__(self) -> int:
        return len(self._times)

    def _recent(self, key: K, now: float) -> deque[float]:
        times = self._times.get(key, deque())
        while times and now - times[0] >= self._window_s:
            times.popleft()
        if not times:
            self._times.pop(key, None)
        return times


@dataclass(slots=True)
class Bucket:
    """Credit that is earned over time up to a burst; each use takes one.

    Attributes:
        per_s: Credit earned a second.
        burst: Most that is kept, and what it starts with.
    """

    per_s: float
    burst: float
    _credit: float = field(init=False)
    _at: float = field(init=False, default=float("-inf"))

    def __post_init__(self) -> None:
        self._credit = self.burst

    def take(self, now: float) -> bool:
        """Use one; False when there is none left."""
        if now > self._at:
            earned = (now - self._at) * self.per_s
            self._credit, self._at = min(self.burst, self._credit + earned), now
        if self._credit < 1.0:
            return False
        self._credit -= 1.0
        return True
