"""Widgets die on the GUI thread.

A widget in a reference cycle is destroyed by whichever thread happens to run Python's cyclic
collector, and Qt crashes when that is another one. So automatic collection is off while the
window is open, and a timer of the GUI thread collects instead.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

GC_INTERVAL_MS = 200
LONGEST_INTERVAL_MS = 1600
"""Where nothing fell due for some looks: each wakes the computer."""


class GcGuard(QObject):
    """Collects cyclic garbage on the GUI thread only; GUI thread.

    Generations fall due as they would without it: when their counters pass the thresholds that
    were set when the guard was made.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._was_enabled = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect_due)

    def install(self) -> None:
        """Turn automatic collection off and collect from a timer instead."""
        self._was_enabled = self._was_enabled or gc.isenabled()
        gc.disable()
        self._timer.start(GC_INTERVAL_MS)

    def remove(self) -> None:
        """Put automatic collection back as it was."""
        gc.unfreeze()
        self._timer.stop()
        if self._was_enabled:
            gc.enable()
        self._was_enabled = False

    def spare_what_is_there(self) -> None:
        """Never look again at what there is now: code and long-lived parts, after the start.

        To look through all modules takes tens of milliseconds, and finds nothing in them.
        """
        gc.collect(1)
        gc.freeze()

    def collect_due(self) -> None:
        """Collect the oldest generation that is due, with those below it; else look later."""
        oldest = oldest_due(gc.get_count(), self._thresholds)
        if oldest is not None:
            gc.collect(oldest)
        longer = min(2 * self._timer.interval(), LONGEST_INTERVAL_MS)
        self._timer.setInterval(longer if oldest is None else GC_INTERVAL_MS)


def oldest_due(counts: tuple[int, ...], thresholds: tuple[int, ...]) -> int | None:
    """The oldest generation whose counter passed its threshold; a threshold of 0 never falls due.

    >>> oldest_due((701, 3, 0), (700, 10, 10))
    0
    """
    pairs = enumerate(zip(counts, thresholds, strict=True))
    return max((age for age, (count, limit) in pairs if 0 < limit < count), default=None)
