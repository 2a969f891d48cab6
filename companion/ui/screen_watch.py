"""Tells that monitors came, went or changed, once Qt has finished with the change."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen


class ScreenWatch(QObject):
    """Watches every screen there is and will be. GUI thread.

    A dock that is unplugged tells of many changes at once: they are told as one.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.changed)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenAdded.connect(self._added)
        app.screenRemoved.connect(self._note)
        app.primaryScreenChanged.connect(self._note)
        for screen in QGuiApplication.screens():
            self._watch(screen)

    def end(self) -> None:
        """Tell of nothing more, not even of what was noticed just now."""
        self.blockSignals(True)
        self._later.stop()

    @property
    def is_waiting(self) -> bool:
        """Whether something was noticed that is not told yet."""
        return self._later.isActive()

    def _added(self, screen: QScreen) -> None:
        self._watch(screen)
        self._note()

    def _watch(self, screen: QScreen) -> None:
        screen.availableGeometryChanged.connect(self._note)

    def _note(self) -> None:
        """While the signal is sent Qt still knows the screen that goes."""
        self._later.start(0)
