"""Takes pictures of windows, one after the other. GUI thread."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from companion.cards.library import load_library
from companion.ui.application import open_application
from companion.ui.pictures import grab, save, settle
from companion.ui.shots.shelf import SHOTS


def take(names: Iterable[str], folder: Path, locale: str, theme: str, size: float = 1.0) -> None:
    """Save `<name>.png` of each.

    Raises:
        OSError: A picture cannot be written.
    """
    application = open_application(locale, theme, size, calm=True)
    library = load_library(locale)
    for name in names:
        window = SHOTS[name](library)
        window.show()
        settle()
        save(grab(window), folder / f"{name}.png")
        window.close()
        window.deleteLater()
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
