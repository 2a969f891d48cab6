"""The talk key on X11: raw events of XInput2, which need no focus, no root and no grab.

Asked for as version 2.2, raw events come also while a game holds a keyboard grab, without
auto-repeat, and the game still gets the key. Under Wayland the X server (XWayland) sees keys only
while an X11 window has the focus; most games are such windows, but the player is told.
"""

from __future__ import annotations

import logging
import os
import select
import struct
import threading
from typing import Any

from Xlib import XK, X, display, error
from Xlib.ext import ge, xinput

from companion.client.hotkeys.keys import Key
from companion.client.hotkeys.lease import Lease, OnChange
from companion.client.hotkeys.relay import relay
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

_RAW_EVENTS = {xinput.RawKeyPress: True, xinput.RawKeyRelease: False}
_STOP_S = 2.0


class X11Hotkey:
    """Watches one key on its own thread, `hotkey`, where `on_change` is called too.

    `start` and `stop` belong to the owner's thread; the connection to the thread between them.
    """

    limit = ""

    def __init__(self, key: Key, on_change: OnChange, clock: Clock | None = None) -> None:
        self._key = key
        self._on_change = on_change
        self._clock = clock or SystemClock()
        self._lease = Lease()
        self._keycode = 0
        self._display: Any = None
        self._wake = (-1, -1)
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Connect and begin to watch; see `Hotkey.start`."""
        self._display = _connect()
        try:
            self._find_keycode()
            _select_raw_keys(self._display)
        except BaseException:
            self._display.close()
            raise
        self.limit = "hotkey.limit_xwayland" if os.environ.get("WAYLAND_DISPLAY") else ""
        self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name="hotkey", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread; see `Hotkey.stop`."""
        if (thread := self._thread) is None:
            return
        self._thread = None
        os.write(self._wake[1], b"x")
        thread.join(_STOP_S)
        for descriptor in self._wake:
            os.close(descriptor)

    def _run(self) -> None:
        try:
            while self._wait():
                self._take_events()
                self._look()
        except (error.ConnectionClosedError, OSError) as failure:
            logger.warning("the X server went away, the talk key is dead: %s", failure)
        finally:
            relay(self._lease.end(), self._on_change)
            self._close()

    def _wait(self) -> bool:
        """Sleep until something happens or is due; False when told to stop."""
        if self._display.pending_events():
            return True
        due = self._lease.due(self._clock.monotonic())
        ready, _, _ = select.select([self._display.fileno(), self._wake[0]], [], [], due)
        return self._wake[0] not in ready

    def _take_events(self) -> None:
        for _ in range(self._display.pending_events()):
            event = self._display.next_event()
            if event.type == X.MappingNotify:
                self._display.refresh_keyboard_mapping(event)
                self._find_keycode()
            elif event.type == ge.GenericEventCode and event.evtype in _RAW_EVENTS:
                self._take_key(event)

    def _take_key(self, event: Any) -> None:
        # XIRawEvent (XI2 protocol 2.2, "RawEvent"): deviceid 2 bytes, time 4, detail 4.
        if struct.unpack_from("=HII", bytes(event.data))[2] == self._keycode:
            self._see(_RAW_EVENTS[event.evtype])

    def _look(self) -> None:
        """While something is open, ask the server: a release may get lost in a screen lock."""
        if self._lease.due(self._clock.monotonic()) is not None:
            keys = self._display.query_keymap()
            self._see(bool(keys[self._keycode >> 3] & 1 << (self._keycode & 7)))

    def _see(self, down: bool) -> None:  # noqa: FBT001 - the one fact it takes
        changes = self._lease.see(down=down, now=self._clock.monotonic())
        relay(changes, self._on_change)

    def _find_keycode(self) -> None:
        self._keycode = self._display.keysym_to_keycode(XK.string_to_keysym(self._key.x11))
        if not self._keycode:
            detail = f"{self._key.name}: %hotkey.not_on_keyboard%"
            raise CompanionError(Failure.KEY_UNAVAILABLE, detail)

    def _close(self) -> None:
        try:
            self._display.close()
        except (error.ConnectionClosedError, OSError) as failure:
            logger.debug("closing the display: %s", failure)


def _connect() -> Any:
    try:
        return display.Display()
    except (
        error.DisplayError,
        error.ConnectionClosedError,
        error.XauthError,
        OSError,
        OverflowError,
    ) as failure:
        detail = "%hotkey.no_x11%" if os.environ.get("DISPLAY") else "%hotkey.no_display%"
        raise CompanionError(Failure.KEY_UNAVAILABLE, detail) from failure


def _select_raw_keys(connection: Any) -> None:
    opcode = connection.display.get_extension_major(xinput.extname)
    if opcode is None:
        raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_xinput%")
    version = xinput.XIQueryVersion(
        display=connection.display, opcode=opcode, major_version=2, minor_version=2
    )
    if (version.major_version, version.minor_version) < (2, 1):
        raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_xinput%")
    mask = xinput.RawKeyPressMask | xinput.RawKeyReleaseMask
    connection.screen().root.xinput_select_events([(xinput.AllMasterDevices, mask)])
    connection.sync()
