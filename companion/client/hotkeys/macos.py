"""The talk key on macOS: a Carbon hot key, which tells press and release and asks for no rights.

macOS gives the key to us alone: the game does not see it. It also tells when a field for a password
takes the keyboard (`IsSecureEventInputEnabled`): a hold that began before ends there. One that
begins while it is on does not, for some programs never switch it off again.
"""

from __future__ import annotations

import ctypes
import threading
from typing import Any

from companion.client.hotkeys import carbon as api
from companion.client.hotkeys.keys import Key, Modifier
from companion.client.hotkeys.lease import CHECK_S, RELEASE_S, Lease, OnChange
from companion.client.hotkeys.relay import relay
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError, Failure

_SIGNATURE = 0x434D5054  # 'CMPT', told apart from other hot keys of the program
_MODIFIERS = {
    Modifier.CTRL: 0x1000,
    Modifier.ALT: 0x0800,
    Modifier.SHIFT: 0x0200,
    Modifier.SUPER: 0x0100,
}
"""Carbon's modifier bits (Events.h: controlKey, optionKey, shiftKey, cmdKey)."""
_STOP_S = 2.0


class MacHotkey:
    """Watches one key; made, started and stopped by the GUI thread, whose event loop it needs.

    `on_change` is called by the GUI thread, or by the thread `hotkey` when time decided; never by
    both at once.
    """

    limit = "hotkey.limit_taken"

    def __init__(
        self, key: Key, on_change: OnChange, carbon: Any = None, clock: Clock | None = None
    ) -> None:
        self._key = key
        self._on_change = on_change
        self._carbon = carbon
        self._clock = clock or SystemClock()
        self._lease = Lease()
        self._can_look = False
        self._was_secret = False
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._handler = api.Handler(self._take)  # kept: C holds no reference
        self._handler_ref, self._key_ref = ctypes.c_void_p(), ctypes.c_void_p()

    def start(self) -> None:
        """Register the key; see `Hotkey.start`."""
        if self._key.macos is None:
            detail = f"{self._key.name}: %hotkey.not_on_keyboard%"
            raise CompanionError(Failure.KEY_UNAVAILABLE, detail)
        self._carbon = self._carbon or api.load_carbon()
        self._register(self._key.macos)
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="hotkey", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Unregister the key; see `Hotkey.stop`."""
        if (thread := self._thread) is None:
            return
        self._thread = None
        self._carbon.UnregisterEventHotKey(self._key_ref)
        self._carbon.RemoveEventHandler(self._handler_ref)
        self._stopping.set()
        thread.join(_STOP_S)
        with self._lock:
            relay(self._lease.end(), self._on_change)

    def look(self) -> None:
        """Look at the key while it is held, and let time decide; the thread calls it."""
        with self._lock:
            now = self._clock.monotonic()
            if self._lease.due(now) is None:
                return
            if self._is_secret() and not self._was_secret:
                relay(self._lease.end(), self._on_change)
                return
            down = self._is_down() if self._can_look else self._lease.held
            changes = self._lease.see(down=down, now=now) if down or self._can_look else ()
            relay((*changes, *self._lease.tick(now)), self._on_change)

    def _take(self, _call: object, event: object, _data: object) -> int:
        kind = self._carbon.GetEventKind(event)
        with self._lock:
            now = self._clock.monotonic()
            if kind == api.HOT_KEY_PRESSED:
                # Without the right to watch input macOS may say "up" for ever: then do not ask.
                self._can_look = self._is_down()
                self._was_secret = self._is_secret()
            changes = self._lease.see(down=kind == api.HOT_KEY_PRESSED, now=now)
            relay(changes, self._on_change)
        return 0

    def _is_down(self) -> bool:
        return bool(self._carbon.CGEventSourceKeyState(api.HID_STATE, self._key.macos))

    def _is_secret(self) -> bool:
        return bool(self._carbon.IsSecureEventInputEnabled())

    def _run(self) -> None:
        while not self._stopping.wait(RELEASE_S if self._lease.held else CHECK_S):
            self.look()

    def _register(self, code: int) -> None:
        target = self._carbon.GetApplicationEventTarget()
        self._checked(
            self._carbon.InstallEventHandler(
                *(target, self._handler, len(api.WATCHED), api.WATCHED, None),
                ctypes.byref(self._handler_ref),
            )
        )
        status = self._carbon.RegisterEventHotKey(
            *(code, self._modifiers(), api.EventHotKeyID(_SIGNATURE, 1), target, 0),
            ctypes.byref(self._key_ref),
        )
        if status:
            self._carbon.RemoveEventHandler(self._handler_ref)
        self._checked(status)

    def _modifiers(self) -> int:
        return sum(_MODIFIERS[modifier] for modifier in self._key.modifiers)

    def _checked(self, status: int) -> None:
        if status == api.ALREADY_TAKEN:
            detail = f"{self._key.name}: %hotkey.taken%"
            raise CompanionError(Failure.KEY_UNAVAILABLE, detail)
        if status:
            raise CompanionError(Failure.KEY_UNAVAILABLE, f"%hotkey.refused% ({status})")
