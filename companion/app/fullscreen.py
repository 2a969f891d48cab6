"""Noticing a game that has the screen for itself, so that no overlay can be seen over it.

On X11 no game can: the overlay goes around the window manager. On Wayland nobody tells: the player
is (`overlay.wayland`). Windows tells of exclusive Direct3D (`SHQueryUserNotificationState`).
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

LOOK_EVERY_MS = 2_000
RUNNING_D3D_FULL_SCREEN = 3
"""`QUNS_RUNNING_D3D_FULL_SCREEN` of `shellapi.h`."""

IsExclusive = Callable[[], bool]


class FullscreenWatch(QObject):
    """Looks every two seconds, where there is anything to look at. GUI thread."""

    changed = Signal()

    def __init__(self, parent: QObject, look: IsExclusive | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.is_exclusive = False
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)

    def watch(self, *, wanted: bool) -> None:
        """Look from now on, or no more; who does not look knows of no such game."""
        if wanted and self._look:
            self._timer.start()
            self.look()
        else:
            self._timer.stop()
            self.is_exclusive = False

    def look(self) -> None:
        """Look once."""
        before, self.is_exclusive = self.is_exclusive, bool(self._look and self._look())
        if before != self.is_exclusive:
            self.changed.emit()


def exclusive_of_system() -> IsExclusive | None:
    """What this system knows about it; None where it tells nothing."""
    if sys.platform != "win32":
        return None
    shell = ctypes.WinDLL("shell32")
    return lambda: is_exclusive(shell)


def is_exclusive(shell: Any) -> bool:
    """Whether Windows would show no notification because of exclusive Direct3D.

    Args:
        shell: `shell32`.
    """
    found = ctypes.c_int()
    answered = shell.SHQueryUserNotificationState(ctypes.byref(found)) == 0
    return answered and found.value == RUNNING_D3D_FULL_SCREEN
