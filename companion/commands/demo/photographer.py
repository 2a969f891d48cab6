"""Takes the demo's pictures. GUI thread; others ask by `take`."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from companion.ui.main_window import MainWindow
from companion.ui.overlay import Overlay
from companion.ui.pictures import beside_game, grab, over_game, save


class Photographer(QObject):
    """Pictures of window and overlay; snapshots that were sent before are drawn by then."""

    _wanted = Signal(object, object)

    def __init__(self, window: MainWindow, overlay: Overlay) -> None:
        super().__init__()
        self._window = window
        self._overlay = overlay
        self._wanted.connect(self._take)

    def take(self, pictures: dict[str, Path]) -> Future[None]:
        """Ask for pictures; any thread.

        Args:
            pictures: `window`, `overlay` or `scene` (both beside a game) to the file to write.
        """
        taken: Future[None] = Future()
        self._wanted.emit(pictures, taken)
        return taken

    def _take(self, pictures: dict[str, Path], taken: Future[None]) -> None:
        try:
            for kind, path in pictures.items():
                save(self._picture(kind), path)
            taken.set_result(None)
        except OSError as error:
            taken.set_exception(error)

    def _picture(self, kind: str) -> QImage:
        if kind == "scene":
            return beside_game(self._window, self._overlay)
        return grab(self._window) if kind == "window" else over_game(self._overlay)
