"""A key on Wayland: a shortcut that the desktop's portal assigns and tells of.

The desktop asks the player, who may take another key than ours: what was assigned is shown and can
be changed only in the desktop's own settings.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from companion.client.hotkeys.hotkey import Purpose
from companion.client.hotkeys.keys import Key, Modifier
from companion.client.hotkeys.lease import CHECK_S, LONGEST_HOLD_S, Lease, OnChange
from companion.client.hotkeys.relay import relay
from companion.client.hotkeys.watch_thread import WatchThread
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

DESCRIPTIONS = {Purpose.TALK: "Hold to talk", Purpose.OVERLAY: "Hide or show the overlay"}
"""What the desktop shows to the player beside the keys."""
_PORTAL_NAMES = {
    Modifier.CTRL: "CTRL",
    Modifier.ALT: "ALT",
    Modifier.SHIFT: "SHIFT",
    Modifier.SUPER: "LOGO",
}
"""As the "shortcuts" specification of XDG writes modifiers."""


class Bus(Protocol):
    """What is needed of `portal_bus.PortalBus`."""

    def bind(self, name: str, description: str, trigger: str) -> str:
        """Ask for the shortcut; gives the keys that were assigned."""
        ...

    def next_change(self, name: str, seconds: float) -> bool | None:
        """Wait for a press or a release."""
        ...

    def close(self) -> None:
        """End it."""
        ...


def open_bus() -> Bus:
    """Connect to the session bus.

    Raises:
        CompanionError: KEY_UNAVAILABLE: there is none.
    """
    from companion.client.hotkeys.portal_bus import PortalBus

    try:
        return PortalBus()
    except Exception as error:  # addresses, sockets and sign-on fail in many ways
        raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_portal%") from error


class PortalHotkey:
    """Asks for the shortcut and watches it on its own thread, `hotkey`.

    The desktop tells no state between press and release, so a hold counts until its release or for
    `LONGEST_HOLD_S`.

    Attributes:
        purpose: Which of our shortcuts it is.
        on_bound: Told the keys that were assigned, on that thread.
        on_refused: Told why there will be no shortcut, on that thread.
    """

    limit = ""

    def __init__(
        self,
        key: Key,
        on_change: OnChange,
        connect: Callable[[], Bus] = open_bus,
        clock: Clock | None = None,
    ) -> None:
        self._key = key
        self._on_change = on_change
        self._connect = connect
        self._clock = clock or SystemClock()
        self._lease = Lease(longest_gap_s=LONGEST_HOLD_S)
        self._thread = WatchThread(self._run)
        self.purpose = Purpose.TALK
        self.on_bound: Callable[[str], None] = lambda trigger: None
        self.on_refused: Callable[[CompanionError], None] = lambda why: None

    def start(self) -> None:
        """Ask the desktop, which may take as long as a person does; the answer comes later."""
        self._thread.start()

    def stop(self) -> None:
        """End watching; see `Hotkey.stop`."""
        self._thread.stop()

    def trigger(self) -> str:
        """The keys we ask for, as the portal writes them."""
        return "+".join((*(_PORTAL_NAMES[held] for held in self._key.modifiers), self._key.x11))

    def _run(self) -> None:
        try:
            bus = self._connect()
        except CompanionError as error:
            self.on_refused(error)
            return
        try:
            self.on_bound(self._bind(bus))
            self._watch(bus)
        except CompanionError as error:
            self.on_refused(error)
        except (OSError, TimeoutError) as error:
            self.on_refused(CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_portal%"))
            logger.info("the portal: %s", error)
        finally:
            relay(self._lease.end(), self._on_change)
            bus.close()

    def _bind(self, bus: Bus) -> str:
        return bus.bind(self.purpose.value, DESCRIPTIONS[self.purpose], self.trigger())

    def _watch(self, bus: Bus) -> None:
        while not self._thread.stopping.is_set():
            due = self._lease.due(self._clock.monotonic())
            wait_s = CHECK_S if due is None else min(due, CHECK_S)
            change = bus.next_change(self.purpose.value, wait_s)
            now = self._clock.monotonic()
            told = () if change is None else self._lease.see(down=change, now=now)
            relay((*told, *self._lease.tick(now)), self._on_change)
