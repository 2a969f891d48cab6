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

from companion.client.hotkeys.keys import Key, Modifier
from companion.client.hotkeys.lease import Lease, OnChange
from companion.client.hotkeys.relay import relay
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

_RAW_EVENTS = {xinput.RawKeyPress: True, xinput.RawKeyRelease: False}
_RAW_BUTTONS = {xinput.RawButtonPress: True, xinput.RawButtonRelease: False}
_MODIFIERS = {
    Modifier.CTRL: X.ControlMask,
    Modifier.ALT: X.Mod1Mask,
    Modifier.SHIFT: X.ShiftMask,
    Modifier.SUPER: X.Mod4Mask,
}
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
        self._events = _RAW_EVENTS if key.button is None else _RAW_BUTTONS
        self._code = key.button or 0
        self._display: Any = None
        self._wake = (-1, -1)
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Connect and begin to watch; see `Hotkey.start`."""
        self._display = _connect()
        try:
            self._find_keycode()
            _select_raw_events(self._display)
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
            elif event.type == ge.GenericEventCode and event.evtype in self._events:
                self._take_key(event)

    def _take_key(self, event: Any) -> None:
        # XIRawEvent (XI2 protocol 2.2, "RawEvent"): deviceid 2 bytes, time 4, detail 4.
        if struct.unpack_from("=HII", bytes(event.data))[2] != self._code:
            return
        down = self._events[event.evtype]
        if not down or self._lease.held or self._modifiers_are_down():
            self._see(down)

    def _modifiers_are_down(self) -> bool:
        if not self._key.modifiers:
            return True
        state = self._display.screen().root.query_pointer().mask
        return all(state & _MODIFIERS[modifier] for modifier in self._key.modifiers)

    def _look(self) -> None:
        """While something is open, ask the server: a release may get lost in a screen lock."""
        if self._lease.due(self._clock.monotonic()) is not None:
            self._see(self._is_down())

    def _is_down(self) -> bool:
        if self._key.button is not None:
            # The pointer's mask knows buttons 1 to 5 only; later ones are asked of the devices.
            return _button_is_down(self._display, self._key.button)
        keys = self._display.query_keymap()
        return bool(keys[self._code >> 3] & 1 << (self._code & 7))

    def _see(self, down: bool) -> None:  # noqa: FBT001 - the one fact it takes
        changes = self._lease.see(down=down, now=self._clock.monotonic())
        relay(changes, self._on_change)

    def _find_keycode(self) -> None:
        if self._key.button is not None:
            return
        self._code = self._display.keysym_to_keycode(XK.string_to_keysym(self._key.x11))
        if not self._code:
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


def _button_is_down(connection: Any, button: int) -> bool:
    """Whether any pointing device holds this button down (XI2, "XIQueryDevice")."""
    devices = connection.xinput_query_device(xinput.AllMasterDevices).devices
    states = [
        kind.state
        for device in devices
        for kind in device.classes
        if kind.type == xinput.ButtonClass
    ]
    return any(button <= len(state) and state[button - 1] for state in states)


def _select_raw_events(connection: Any) -> None:
    opcode = connection.display.get_extension_major(xinput.extname)
    if opcode is None:
        raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_xinput%")
    version = xinput.XIQueryVersion(
        display=connection.display, opcode=opcode, major_version=2, minor_version=2
    )
    if (version.major_version, version.minor_version) < (2, 1):
        raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_xinput%")
    mask = xinput.RawKeyPressMask | xinput.RawKeyReleaseMask
    mask |= xinput.RawButtonPressMask | xinput.RawButtonReleaseMask
    connection.screen().root.xinput_select_events([(xinput.AllMasterDevices, mask)])
    connection.sync()
