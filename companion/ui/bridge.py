"""From the loop thread to the GUI thread."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Qt, Signal

from companion.client.state import ClientState


class StateBridge(QObject):
    """Carries snapshots and levels to widgets; publish and emit from any thread.

    Connect methods of QObjects that live on the GUI thread: across threads the connection is
    queued, so that they are called there, in order.
    """

    state_changed = Signal(object)
    """A `ClientState`; of several that came while the GUI was busy only the last."""
    level_changed = Signal(float)
    """Loudness of the last 20 ms of microphone, dBFS."""
    _came = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._guard = threading.Lock()
        self._waiting: ClientState | None = None
        self._came.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def publish(self, state: ClientState) -> None:
        """Have a state shown soon. A burst of them must not keep the window behind."""
        with self._guard:
            is_on_its_way = self._waiting is not None
            self._waiting = state
        if not is_on_its_way:
            self._came.emit()

    def _deliver(self) -> None:
        with self._guard:
            state, self._waiting = self._waiting, None
        if state is not None:
            self.state_changed.emit(state)
