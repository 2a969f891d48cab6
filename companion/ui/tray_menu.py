"""The menu of the tray. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from companion.language.translations import Translations


class TrayMenu(QMenu):
    """Show the window, hide the overlay, quit; without a parent, so its owner deletes it."""

    show_wanted = Signal()
    overlay_wanted = Signal()
    end_wanted = Signal()

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._show = self._entry(self.show_wanted)
        self._overlay = self._entry(self.overlay_wanted)
        self.addSeparator()
        self._end = self._entry(self.end_wanted)
        self.say(texts)

    def say(self, texts: Translations) -> None:
        """Use another language."""
        self._show.setText(texts.text("ui.tray.show"))
        self._overlay.setText(texts.text("ui.tray.overlay"))
        self._end.setText(texts.text("ui.tray.end"))

    def _entry(self, signal: SignalInstance) -> QAction:
        action = QAction(self)
        action.triggered.connect(lambda: signal.emit())
        self.addAction(action)
        return action
