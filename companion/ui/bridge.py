"""From the loop thread to the GUI thread."""

from __future__ import annotations

import math
import threading

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from companion.client.state import ClientState
from companion.support.clock import Clock, SystemClock

FRAME_S = 1 / 60
"""Between two snapshots: what comes faster than a screen shows it is not drawn."""


class StateBridge(QObject):
    """Carries snapshots and levels to widgets; publish and emit from any thread.

    The first snapshot after a rest is delivered at once, later ones at most one a frame, the newest
    of those that came. Connect methods of QObjects that live on the GUI thread: across threads the
    connection is queued, so that they are called there, in order.
    """

    state_changed = Signal(object)
    """A `ClientState`; of several that came within a frame only the last."""
    level_changed = Signal(float)
    """Loudness of the last 20 ms of microphone, dBFS."""
    _came = Signal()

    def __init__(self, parent: QObject | None = None, clock: Clock | None = None) -> None:
        super().__init__(parent)
        self._clock = clock or SystemClock()
        self._guard = threading.Lock()
        self._waiting: ClientState | None = None
        self._not_before = -math.inf
        self._is_over = False
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setTimerType(Qt.TimerType.PreciseTimer)
        self._frame.timeout.connect(self._deliver)
        self._came.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def publish(self, state: ClientState) -> None:
        """Have a state shown soon. A burst of them must not keep the window behind."""
        with self._guard:
            is_on_its_way = self._waiting is not None
            self._waiting = state
        if not is_on_its_way:
            self._came.emit()

    def end(self) -> None:
        """Deliver nothing more: those who listened are being closed. Safe to call twice."""
        self._is_over = True

    def _deliver(self) -> None:
        if self._is_over:
            return
        now = self._clock.monotonic()
        if now < self._not_before:
            self._frame.start(math.ceil((self._not_before - now) * 1000))
            return
        with self._guard:
            state, self._waiting = self._waiting, None
        if state is not None:
            self._not_before = now + FRAME_S
            self.state_changed.emit(state)
