"""What reaches a running companion from outside: a second start, commands that hold the key."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from companion.app.hotkey import TalkKey
from companion.app.running import RAISE, Door


class Entrance(QObject):
    """Listens at the door for the window. GUI thread; words are heard on the door's own.

    Args:
        key: Pressed by `companion talk`.
    """

    raised = Signal()
    """The window is wanted in front."""

    def __init__(self, key: TalkKey, parent: QObject) -> None:
        super().__init__(parent)
        self._key = key
        self._door = Door(self._hear)

    def open(self) -> None:
        """Begin to listen."""
        self._door.open()

    def close(self) -> None:
        """Listen no more."""
        self._door.close()

    def _hear(self, word: str) -> None:
        """On the door's thread."""
        remote = self._key.remote
        told = {"talk down": remote.down, "talk up": remote.up, "talk toggle": remote.toggle}
        if word == RAISE:
            self.raised.emit()
        else:
            told[word]()
