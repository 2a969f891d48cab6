"""Announcements that may wait: a deadline that is told goes out with the reply where that is quick.

Most answers take a few milliseconds. So one write and one packet tell both, and only of what takes
longer the deadline is told beforehand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

WITHIN_S = 0.02
"""How long an announcement waits for its reply."""


class Announcing:
    """Calls back after a while, for all who asked meanwhile at once. On the engine's loop."""

    def __init__(self, within_s: float = WITHIN_S) -> None:
        self._within_s = within_s
        self._waiting: list[Callable[[], None]] = []

    def soon(self, flush: Callable[[], None]) -> None:
        """Have this called within the time."""
        if not self._waiting:
            asyncio.get_running_loop().call_later(self._within_s, self._flush)
        self._waiting.append(flush)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for flush in waiting:
            flush()
