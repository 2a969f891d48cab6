"""Time as an argument: what needs it takes a `Clock`, and tests own theirs."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Where a shell gets its time from."""

    def monotonic(self) -> float:
        """Seconds that never run backwards; only differences mean something."""
        ...

    def wall(self) -> float:
        """Seconds since 1970-01-01 UTC, as the computer believes."""
        ...


class SystemClock:
    """The computer's clocks. Any thread."""

    def monotonic(self) -> float:
        """Seconds that never run backwards."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970-01-01 UTC."""
        return time.time()  # noqa: TID251 - this is the Clock that the ban points to
