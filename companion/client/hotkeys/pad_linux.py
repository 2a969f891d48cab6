"""Gamepads on Linux through the joystick interface: no package, no rights beyond the session's.

Each event is eight bytes (linux/joystick.h, `struct js_event`). Opening a device sends the state of
each button first, so a button that is held while we begin is known.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import struct
from pathlib import Path

from companion.client.hotkeys.keys import Pad

logger = logging.getLogger(__name__)

_EVENT = struct.Struct("=IhBB")
"""Milliseconds, value, kind, number."""
_BUTTON = 0x01
_INITIAL = 0x80
RESCAN_S = 2.0
"""How often new gamepads are looked for; counted in waits that brought nothing."""
MOST_PADS = 8


class LinuxPads:
    """Reads one button of all joysticks; implements `PadReader`.

    Args:
        pad: The button.
        folder: Where the devices are; tests put FIFOs there.
    """

    def __init__(self, pad: Pad, folder: Path = Path("/dev/input")) -> None:
        self._number = pad.number
        self._folder = folder
        self._pads: dict[Path, int] = {}
        self._down: dict[Path, bool] = {}
        self._idle_s = 0.0

    def open(self) -> None:
        """Look for gamepads; none at present is no failure, one may come."""
        self._scan()

    def wait(self, seconds: float) -> bool | None:
        """See `PadReader.wait`."""
        ready, _, _ = select.select(list(self._pads.values()), [], [], seconds)
        for path, descriptor in list(self._pads.items()):
            if descriptor in ready:
                self._read(path, descriptor)
        self._rescan_after(0.0 if ready else seconds)
        return any(self._down.values()) if self._pads else None

    def close(self) -> None:
        """Let the gamepads go."""
        for path in list(self._pads):
            self._drop(path)

    def _rescan_after(self, idle_s: float) -> None:
        self._idle_s += idle_s
        if self._idle_s >= RESCAN_S:
            self._idle_s = 0.0
            self._scan()

    def _scan(self) -> None:
        for path in sorted(self._folder.glob("js*"))[:MOST_PADS]:
            if path not in self._pads:
                with contextlib.suppress(OSError):  # another person's, or gone again
                    self._pads[path] = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def _read(self, path: Path, descriptor: int) -> None:
        try:
            data = os.read(descriptor, _EVENT.size * 64)
        except BlockingIOError:
            return
        except OSError as error:
            logger.info("a gamepad went away: %s", error)
            data = b""
        if not data:
            self._drop(path)
        for _, value, kind, number in _EVENT.iter_unpack(data[: len(data) // 8 * 8]):
            if kind & ~_INITIAL == _BUTTON and number == self._number:
                self._down[path] = bool(value)

    def _drop(self, path: Path) -> None:
        os.close(self._pads.pop(path))
        self._down.pop(path, None)
