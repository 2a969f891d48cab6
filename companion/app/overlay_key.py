"""The key that hides the overlay and shows it again. GUI thread."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, Signal

from companion.app import hotkey as keys
from companion.client.hotkeys.hotkey import Hotkey, Purpose, Standing
from companion.support.errors import CompanionError

logger = logging.getLogger(__name__)

UNSEEN = "overlay.no_key"


class OverlayKey(QObject):
    """Watches one key, or none.

    Attributes:
        limit: Key of the sentence that says when it is not seen; empty when it is, or is not used.
    """

    pressed = Signal()
    stood = Signal()
    """`limit` may be another one."""
    _answered = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.limit = ""
        self._hotkey: Hotkey | None = None
        self._mark = object()
        self._answered.connect(self._take)

    def watch(self, key: str) -> None:
        """Watch this key instead of the one before; without one the tray's entry is the way."""
        self.stop()
        if key:
            self._open(key)
        self.stood.emit()

    def stop(self) -> None:
        """Watch no more."""
        hotkey, self._hotkey, self.limit = self._hotkey, None, ""
        if hotkey:
            hotkey.stop()

    def _open(self, key: str) -> None:
        mark = self._mark = object()  # who answers late may answer for a key of before
        try:
            self._hotkey = keys.open_hotkey(
                key,
                self._changed,
                on_standing=lambda standing: self._answered.emit(mark, standing),
                purpose=Purpose.OVERLAY,
            )
            self._hotkey.start()
            self.limit = self._hotkey.limit
        except CompanionError as error:
            logger.warning("the overlay's key is not watched: %s", error)
            self._hotkey, self.limit = None, UNSEEN

    def _changed(self, held: bool) -> None:  # noqa: FBT001 - the hotkey's callback
        """On the watching thread."""
        if held:
            self.pressed.emit()

    def _take(self, mark: object, standing: Standing) -> None:
        if self._hotkey is not None and mark is self._mark:
            self.limit = standing.limit
            self.stood.emit()
