"""Gamepads on Windows through XInput: polled, like the keys.

Facts from Microsoft Learn, "XInputGetState": four pads, ERROR_SUCCESS is 0, and asking for a pad
that is not there costs time, so that those are asked for rarely.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from typing import Any

from companion.client.hotkeys.keys import Pad
from companion.support.errors import CompanionError, Failure

POLL_S = 0.012
PADS = 4
RESCAN_POLLS = 160
"""Polls between two looks for a pad that was not there: about two seconds."""
_LIBRARIES = ("xinput1_4", "xinput9_1_0")


class XInputState(ctypes.Structure):
    """XINPUT_STATE with the gamepad's fields in line."""

    _fields_ = (
        ("packet", ctypes.c_uint32),
        ("buttons", ctypes.c_uint16),
        ("rest", ctypes.c_ubyte * 10),
    )


class WindowsPads:
    """Reads one button of all XInput pads; implements `PadReader`."""

    def __init__(
        self, pad: Pad, xinput: Any = None, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._mask = pad.mask
        self._xinput = xinput
        self._sleep = sleep
        self._present = set(range(PADS))
        self._polls = 0

    def open(self) -> None:
        """Load XInput; see `PadReader.open`."""
        self._xinput = self._xinput or _load()

    def wait(self, seconds: float) -> bool | None:
        """See `PadReader.wait`."""
        self._sleep(min(POLL_S, seconds))
        self._polls += 1
        if self._polls % RESCAN_POLLS == 0:
            self._present = set(range(PADS))
        states = [self._ask(pad) for pad in sorted(self._present)]
        known = [buttons for buttons in states if buttons is not None]
        return any(buttons & self._mask for buttons in known) if known else None

    def close(self) -> None:
        """Nothing is held open."""

    def _ask(self, pad: int) -> int | None:
        state = XInputState()
        if self._xinput.XInputGetState(pad, ctypes.byref(state)):
            self._present.discard(pad)
            return None
        return int(state.buttons)


def _load() -> Any:
    for name in _LIBRARIES:
        try:
            return ctypes.WinDLL(name)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            continue
    raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_gamepad%")
