"""When a window is on the screen for the first time. GUI thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer


class FirstPaint(QObject):
    """Calls once when what it watches has been painted.

    Args:
        seen: Called after the paint event.
    """

    def __init__(self, seen: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._seen: Callable[[], None] | None = seen

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Watch for it."""
        if self._seen and event.type() is QEvent.Type.Paint:
            seen, self._seen = self._seen, None
            QTimer.singleShot(0, self, seen)
        return super().eventFilter(watched, event)
