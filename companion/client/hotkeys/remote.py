"""The talk key pressed by a command: for desktops whose own key bindings run programs.

A command tells press and release and nothing between them, so a hold lasts until the release or for
`LONGEST_HOLD_S`, and a timer sees to that.
"""

from __future__ import annotations

import threading

from companion.client.hotkeys.lease import LONGEST_HOLD_S, Lease, OnChange
from companion.client.hotkeys.relay import relay
from companion.support.clock import Clock, SystemClock


class RemoteKey:
    """A key without a keyboard. Any thread; `on_change` is called on the caller's or a timer's."""

    def __init__(self, on_change: OnChange, clock: Clock | None = None) -> None:
        self._on_change = on_change
        self._clock = clock or SystemClock()
        self._lease = Lease(longest_gap_s=LONGEST_HOLD_S)
        self._guard = threading.RLock()
        self._timer: threading.Timer | None = None

    def down(self) -> None:
        """Press it; pressing a held key begins a new hold, since the release may have been lost."""
        with self._guard:
            self.up()
            relay(self._lease.see(down=True, now=self._clock.monotonic()), self._on_change)
            self._timer = threading.Timer(LONGEST_HOLD_S, self.up)
            self._timer.daemon = True
            self._timer.start()

    def up(self) -> None:
        """Release it; harmless when it is not held."""
        with self._guard:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            relay(self._lease.end(), self._on_change)

    def toggle(self) -> None:
        """Press it, or release it when it is held."""
        with self._guard:
            if self._lease.held:
                self.up()
            else:
                self.down()
