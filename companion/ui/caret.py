"""The caret stands still where nobody types, as in GTK's fields: to blink keeps a computer awake.

Twice a second the field beneath it would be painted anew, with all that is behind it, for as long
as the window is open.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

REST_MS = 10_000
"""From the last key or change of focus until the caret stands still."""
STANDING = 0
"""Qt's flash time for a caret that is always seen."""


class CaretRest(QObject):
    """Stops the blinking of whichever field has the focus, until something is typed. GUI thread.

    Args:
        application: Whose fields these are; one is enough for a process.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._usual_ms = QGuiApplication.styleHints().cursorFlashTime()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST_MS)
        self._timer.timeout.connect(self._rest)
        application.focusObjectChanged.connect(self._blink)
        QGuiApplication.inputMethod().cursorRectangleChanged.connect(self._blink)

    def _blink(self) -> None:
        QGuiApplication.styleHints().setCursorFlashTime(self._usual_ms)
        self._timer.start()

    def _rest(self) -> None:
        QGuiApplication.styleHints().setCursorFlashTime(STANDING)
