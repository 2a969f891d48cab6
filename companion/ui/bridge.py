"""From the loop thread to the GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class StateBridge(QObject):
    """Carries snapshots and levels to widgets; emit from any thread.

    Connect methods of QObjects that live on the GUI thread: across threads the connection is
    queued, so that they are called there, in order.
    """

    state_changed = Signal(object)
    """A `ClientState`."""
    level_changed = Signal(float)
    """Loudness of the last 20 ms of microphone, dBFS."""
