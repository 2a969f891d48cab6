"""The tray, and whether closing the window leaves the companion there. GUI thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from companion.language.translations import Translations
from companion.ui.icons import icon
from companion.ui.theme import colour
from companion.ui.tray import Tray

ICON_PX = 32


class TrayDesk(QObject):
    """Shows the tray where there is one.

    Args:
        application: Ends when its last window closes, unless the tray keeps it.
        texts: In the player's language.
    """

    show_wanted = Signal()
    """The window is wanted in front."""
    overlay_wanted = Signal()
    """The overlay is to be hidden, or shown again."""

    def __init__(
        self,
        application: QApplication,
        texts: Translations,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._application = application
        self._texts = texts
        self._tray: Tray | None = None

    @property
    def is_there(self) -> bool:
        """Whether the player can reach the companion there."""
        return self._tray is not None and self._tray.is_there

    def begin(self, *, keeps: bool) -> None:
        """Show it, where the desktop has one.

        Args:
            keeps: Whether closing the window leaves the companion in the tray.
        """
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._tray = self._made()
            self._tray.show()
        self.keep(keeps=keeps)

    def keep(self, *, keeps: bool) -> None:
        """Let a closed window end the program, or not; it ends where there is no tray."""
        self._application.setQuitOnLastWindowClosed(not (keeps and self.is_there))

    def say(self, texts: Translations) -> None:
        """Use another language."""
        self._texts = texts
        if self._tray is not None:
            self._tray.say(texts)

    def end(self) -> None:
        """Take it away."""
        self._application.setQuitOnLastWindowClosed(True)
        tray, self._tray = self._tray, None
        if tray is not None:
            tray.hide()

    def _made(self) -> Tray:
        picture = icon("microphone", colour("accent"), ICON_PX)
        tray = Tray(picture, self._texts, self)
        tray.show_wanted.connect(self.show_wanted)
        tray.overlay_wanted.connect(self.overlay_wanted)
        tray.end_wanted.connect(self._application.quit)
        return tray
