"""Deadlines for parts that own no loop: `asyncio`'s loop is a `Scheduler`, tests have their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Handle(Protocol):
    """A call that has not happened yet."""

    def cancel(self) -> None:
        """Forget the call; safe after it happened."""
        ...


class Scheduler(Protocol):
    """Calls functions later, on the thread of the loop."""

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Handle:
        """Call a function after `delay` seconds."""
        ...


class Watch:
    """One deadline that is moved and taken back; setting it again replaces it."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._handle: Handle | None = None

    def set(self, seconds: float, callback: Callable[[], object]) -> None:
        """Call a function unless the watch is set anew or cleared before."""
        self.clear()
        self._handle = self._scheduler.call_later(seconds, callback)

    def clear(self) -> None:
        """Take the deadline back."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
