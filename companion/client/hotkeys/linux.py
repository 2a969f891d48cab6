"""The talk key on Linux: through the desktop's portal on Wayland, else through X11.

A Wayland desktop tells keys of other windows only through its GlobalShortcuts portal, after asking
the player. Where it has none, or the player said no, X11 still sees keys while an X11 window has
the focus, and the player is told so.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable

from companion.client.hotkeys.hotkey import Hotkey, OnStanding, Purpose, Standing
from companion.client.hotkeys.keys import Key
from companion.client.hotkeys.lease import OnChange
from companion.client.hotkeys.portal import PortalHotkey
from companion.client.hotkeys.x11 import X11Hotkey
from companion.support.errors import CompanionError

logger = logging.getLogger(__name__)

Make = Callable[[Key, OnChange], Hotkey]


class LinuxHotkey:
    """Watches one key by whichever way this desktop has. Owned by one thread.

    Attributes:
        on_standing: Told when the desktop's portal has answered.
        purpose: What the portal is asked for.
    """

    def __init__(
        self, key: Key, on_change: OnChange, x11: Make = X11Hotkey, portal: Make = PortalHotkey
    ) -> None:
        self.limit = ""
        self.on_standing: OnStanding = lambda standing: None
        self.purpose = Purpose.TALK
        self._key = key
        self._on_change = on_change
        self._make_x11 = x11
        self._make_portal = portal
        self._guard = threading.Lock()  # the portal's thread puts X11 in its place
        self._hotkey: Hotkey | None = None
        self._ended = False

    def start(self) -> None:
        """Begin to watch; see `Hotkey.start`."""
        self._ended = False
        asks = os.environ.get("WAYLAND_DISPLAY") and self._key.button is None
        self._hotkey = self._portal() if asks else self._make_x11(self._key, self._on_change)
        self._hotkey.start()
        self.limit = self._hotkey.limit

    def stop(self) -> None:
        """End watching; see `Hotkey.stop`."""
        with self._guard:
            self._ended = True
            hotkey, self._hotkey = self._hotkey, None
        if hotkey:
            hotkey.stop()

    def _portal(self) -> Hotkey:
        portal = self._make_portal(self._key, self._on_change)
        if isinstance(portal, PortalHotkey):
            portal.purpose = self.purpose
            portal.on_bound = lambda trigger: self.on_standing(Standing(trigger, ""))
            portal.on_refused = self._fall_back
        return portal

    def _fall_back(self, why: CompanionError) -> None:
        """On the portal's thread, which ends after this."""
        logger.info("no talk key from the desktop: %s", why)
        x11 = self._make_x11(self._key, self._on_change)
        limit = why.detail.strip("%")
        with self._guard:
            if self._ended:
                return
            try:
                x11.start()
            except CompanionError as error:
                logger.warning("nor from X11: %s", error)
            else:
                self._hotkey, limit = x11, x11.limit
        self.on_standing(Standing("", limit))
