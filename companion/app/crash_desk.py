"""What the run before left when it crashed, told once the window can be seen. GUI thread."""

from __future__ import annotations

from collections.abc import Callable

from companion.cards.library import load_library
from companion.support.crash_report import CrashReport
from companion.support.settings import Settings
from companion.ui.crash_notice import CrashNotice
from companion.ui.main_window import MainWindow


class CrashDesk:
    """Keeps the report until it is told."""

    def __init__(self, window: MainWindow, settings: Callable[[], Settings]) -> None:
        self._window = window
        self._settings = settings
        self._left: tuple[CrashReport, Callable[[], None]] | None = None

    def keep(self, report: CrashReport, forget: Callable[[], None]) -> None:
        """Have it told.

        Args:
            report: What that run left.
            forget: Deletes it.
        """
        self._left = report, forget

    def tell(self) -> None:
        """Show it, unless nobody would see it: then the next start does."""
        if self._left is not None and self._window.isVisible():
            report, forget = self._left
            texts = load_library(self._settings().locale).translations
            CrashNotice(report, texts, forget, self._window).open()
