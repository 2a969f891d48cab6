"""The talk button on a gamepad, whatever the platform: states that a reader gives become a lease.

A gamepad has no focus: games and we see it side by side.
"""

from __future__ import annotations

from typing import Protocol

from companion.client.hotkeys.lease import CHECK_S, Lease, OnChange
from companion.client.hotkeys.relay import relay
from companion.client.hotkeys.watch_thread import WatchThread
from companion.support.clock import Clock, SystemClock


class PadReader(Protocol):
    """Reads one button of all gamepads; used by one thread."""

    def open(self) -> None:
        """Prepare to read.

        Raises:
            CompanionError: KEY_UNAVAILABLE: gamepads cannot be read on this system.
        """
        ...

    def wait(self, seconds: float) -> bool | None:
        """Wait for news, at most so long.

        Returns:
            Whether the button is down; None when no gamepad can say so.
        """
        ...

    def close(self) -> None:
        """Let the gamepads go."""
        ...


class PadHotkey:
    """Watches one button on its own thread, `hotkey`, where `on_change` is called too."""

    limit = ""

    def __init__(self, reader: PadReader, on_change: OnChange, clock: Clock | None = None) -> None:
        self._reader = reader
        self._on_change = on_change
        self._clock = clock or SystemClock()
        self._lease = Lease()
        self._thread = WatchThread(self._run)

    def start(self) -> None:
        """Begin to watch; see `Hotkey.start`."""
        self._reader.open()
        self._thread.start()

    def stop(self) -> None:
        """End the thread; see `Hotkey.stop`."""
        self._thread.stop()

    def look(self) -> None:
        """Wait for news once, briefly; the thread does nothing else."""
        due = self._lease.due(self._clock.monotonic())
        down = self._reader.wait(CHECK_S if due is None else min(due, CHECK_S))
        # A gamepad that went away holds nothing: its button is up.
        changes = self._lease.see(down=bool(down), now=self._clock.monotonic())
        relay(changes, self._on_change)

    def _run(self) -> None:
        try:
            while not self._thread.stopping.is_set():
                self.look()
        finally:
            self._reader.close()
            relay(self._lease.end(), self._on_change)
