"""Telling work in another thread that nobody wants it any more."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Stop:
    """One piece of work's way to be stopped. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._action: Callable[[], None] | None = None

    def set(self) -> None:
        """Stop the work."""
        with self._lock:
            self._is_set = True
            action = self._action
        if action:
            action()

    def on_set(self, action: Callable[[], None]) -> None:
        """Say how the work is stopped; it is done at once when it is already due."""
        with self._lock:
            self._action = action
            is_set = self._is_set
        if is_set:
            action()
