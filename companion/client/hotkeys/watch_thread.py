"""The thread on which a platform that must be asked looks at its key."""

from __future__ import annotations

import threading
from collections.abc import Callable

_STOP_S = 2.0


class WatchThread:
    """One thread, `hotkey`, that runs until it is told to stop; owned by one thread.

    Attributes:
        stopping: Set when it is to end; `run` looks at it or waits for it.
    """

    def __init__(self, run: Callable[[], None]) -> None:
        self._run = run
        self._thread: threading.Thread | None = None
        self.stopping = threading.Event()

    def start(self) -> None:
        """Begin."""
        self.stopping.clear()
        self._thread = threading.Thread(target=self._run, name="hotkey", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it, unless a call of the system hangs. Safe to call twice, also by `run` itself."""
        self.stopping.set()
        if self._thread not in (None, threading.current_thread()):
            self._thread.join(_STOP_S)
        self._thread = None
