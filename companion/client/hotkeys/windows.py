"""The talk key on Windows: its state asked for 80 times a second.

`GetAsyncKeyState` sees press and release whatever has the focus, without a hook (which Windows
drops silently from slow programs, and which anti-cheat programs look for) and without rights.
It does not see keys typed into the window of a program that runs as administrator.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

from companion.client.hotkeys.keys import Key, Modifier
from companion.client.hotkeys.lease import Lease, OnChange
from companion.client.hotkeys.relay import relay
from companion.client.hotkeys.watch_thread import WatchThread
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError, Failure

POLL_S = 0.012
_DOWN_NOW = 0x8000  # GetAsyncKeyState, Microsoft Learn: most significant bit of the SHORT
_MODIFIERS: Mapping[Modifier, tuple[int, ...]] = {
    Modifier.CTRL: (0x11,),
    Modifier.ALT: (0x12,),
    Modifier.SHIFT: (0x10,),
    Modifier.SUPER: (0x5B, 0x5C),
}
"""Virtual-key codes of which one must be down; Windows has no common code for both logo keys."""


class WindowsHotkey:
    """Watches one key on its own thread, `hotkey`, where `on_change` is called too."""

    limit = "hotkey.limit_elevated"

    def __init__(
        self, key: Key, on_change: OnChange, user32: Any = None, clock: Clock | None = None
    ) -> None:
        self._key = key
        self._on_change = on_change
        self._user32 = user32
        self._clock = clock or SystemClock()
        self._lease = Lease()
        self._thread = WatchThread(self._run)

    def start(self) -> None:
        """Begin to watch; see `Hotkey.start`."""
        if self._key.windows is None:
            detail = f"{self._key.name}: %hotkey.not_on_keyboard%"
            raise CompanionError(Failure.KEY_UNAVAILABLE, detail)
        self._user32 = self._user32 or _user32()
        self._thread.start()

    def stop(self) -> None:
        """End the thread; see `Hotkey.stop`."""
        self._thread.stop()

    def look(self) -> None:
        """Look at the key once; the thread does so every `POLL_S`."""
        down = self._is_down(self._key.windows)
        if down and not self._lease.held:
            down = all(self._any_down(_MODIFIERS[held]) for held in self._key.modifiers)
        relay(self._lease.see(down=down, now=self._clock.monotonic()), self._on_change)

    def _any_down(self, codes: tuple[int, ...]) -> bool:
        return any(self._is_down(code) for code in codes)

    def _is_down(self, code: int | None) -> bool:
        return bool(self._user32.GetAsyncKeyState(code) & _DOWN_NOW)

    def _run(self) -> None:
        while not self._thread.stopping.wait(POLL_S):
            self.look()
        relay(self._lease.end(), self._on_change)


def _user32() -> Any:
    library = ctypes.WinDLL("user32")  # type: ignore[attr-defined,unused-ignore]
    library.GetAsyncKeyState.argtypes = [ctypes.c_int]
    library.GetAsyncKeyState.restype = ctypes.c_short
    return library
