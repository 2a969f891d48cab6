"""The talk key of the windowed companion. GUI thread."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject

from companion.app.session import Session
from companion.client.hotkeys.hotkey import Hotkey, open_hotkey
from companion.client.state import Health, Part
from companion.support.errors import CompanionError

logger = logging.getLogger(__name__)


class TalkKey(QObject):
    """Watches one key and passes its holds on to the session."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._hotkey: Hotkey | None = None

    def watch(self, key: str) -> None:
        """Watch this key instead of the one before; a failure is shown on the status line."""
        self.stop()
        try:
            hotkey = open_hotkey(key, self._changed)
            hotkey.start()
        except CompanionError as error:
            logger.warning("the talk key is not watched: %s", error)
            self._session.set_part(Part("key", Health.FAILED, key, error.failure, error.detail))
            return
        self._hotkey = hotkey
        health = Health.LIMITED if hotkey.limit else Health.READY
        self._session.set_part(Part("key", health, key, None, hotkey.limit))

    def stop(self) -> None:
        """End watching."""
        hotkey, self._hotkey = self._hotkey, None
        if hotkey:
            hotkey.stop()

    def _changed(self, held: bool) -> None:  # noqa: FBT001 - the hotkey's callback
        """Called on the watching thread."""
        if held:
            self._session.talk_down()
        else:
            self._session.talk_up()
