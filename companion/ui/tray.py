"""The companion in the system's tray: show it, hide it, end it. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QSystemTrayIcon

from companion.language.translations import Translations
from companion.ui.tray_menu import TrayMenu


class Tray(QObject):
    """An icon with a menu, where the desktop has a tray.

    Args:
        icon: What is shown.
        texts: In the player's language.
        parent: Owns it.
    """

    show_wanted = Signal()
    """The window is wanted in front."""
    overlay_wanted = Signal()
    """The overlay is to be hidden, or shown again."""
    end_wanted = Signal()
    """The program is to end."""

    def __init__(self, icon: QIcon, texts: Translations, parent: QObject) -> None:
        super().__init__(parent)
        self._icon = QSystemTrayIcon(icon, self)
        self._menu = TrayMenu(texts)  # a menu's parent must be a widget; the tray keeps it
        self._menu.show_wanted.connect(self.show_wanted)
        self._menu.overlay_wanted.connect(self.overlay_wanted)
        self._menu.end_wanted.connect(self.end_wanted)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._activated)
        self.say(texts)

    @property
    def is_there(self) -> bool:
        """Whether the desktop shows it; closing the window ends the program where it does not."""
        return QSystemTrayIcon.isSystemTrayAvailable() and self._icon.isVisible()

    def say(self, texts: Translations) -> None:
        """Use another language."""
        self._icon.setToolTip(texts.text("ui.name"))
        self._menu.say(texts)

    def show(self) -> None:
        """Show the icon."""
        self._icon.show()

    def hide(self) -> None:
        """Take the icon away."""
        self._icon.hide()
        self._menu.deleteLater()

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.show_wanted.emit()
