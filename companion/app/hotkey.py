"""The talk key of the windowed companion, and the same key pressed by a command. GUI thread."""

from __future__ import annotations

import logging
import sys
import threading

from PySide6.QtCore import QObject, Signal

from companion.app.session import Session
from companion.client.hotkeys.away import away_watches
from companion.client.hotkeys.gesture import Gesture
from companion.client.hotkeys.hotkey import Hotkey, Standing
from companion.client.hotkeys.hotkey import open_hotkey as open_hotkey
from companion.client.hotkeys.remote import RemoteKey
from companion.client.state import Health, Part
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError
from companion.support.settings import TalkMode

logger = logging.getLogger(__name__)


class TalkKey(QObject):
    """Watches one key and passes its holds on to the session.

    Attributes:
        remote: The same key for commands from outside.
    """

    rehearsed = Signal(bool)
    """While it is rehearsed: talking would begin, or would end."""

    def __init__(self, session: Session, parent: QObject, clock: Clock | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._clock = clock or SystemClock()
        self._gesture = Gesture()
        self._guard = threading.Lock()  # the key's thread and the GUI thread
        self._hotkey: Hotkey | None = None
        self._key = ""
        self._rehearsing = False
        self.remote = RemoteKey(self._tell)
        self._away = away_watches(self.let_go) if sys.platform.startswith("linux") else ()

    def watch(self, key: str, mode: TalkMode = TalkMode.HOLD) -> None:
        """Watch this key instead of the one before; a failure is shown on the status line."""
        self.stop()
        self._key = key
        for away in self._away:
            away.start()
        self._gesture = Gesture(mode)
        try:
            hotkey = open_hotkey(key, self._changed, on_standing=self._stands)
            self._hotkey = hotkey
            hotkey.start()
        except CompanionError as error:
            logger.warning("the talk key is not watched: %s", error)
            self._hotkey = None
            self._session.set_part(Part("key", Health.FAILED, key, error.failure, error.detail))
            return
        self._stands(Standing("", hotkey.limit))

    def rehearse(self, *, on: bool) -> None:
        """Only tell of holds from now on, or have them heard again."""
        self._rehearsing = on

    def stop(self) -> None:
        """End watching."""
        hotkey, self._hotkey = self._hotkey, None
        if hotkey:
            hotkey.stop()
        for away in self._away:
            away.stop()
        self.let_go()

    def let_go(self) -> None:
        """End a hold, because nobody watches the key or nobody is there. Any thread."""
        with self._guard:
            changes = self._gesture.end()
        for change in changes:
            self._tell(change)
        self.remote.up()

    def _stands(self, standing: Standing) -> None:
        """Also called on the key's thread, once a desktop has answered."""
        health = Health.LIMITED if standing.limit else Health.READY
        key = standing.trigger or self._key
        self._session.set_part(Part("key", health, key, None, standing.limit))

    def _changed(self, held: bool) -> None:  # noqa: FBT001 - the hotkey's callback
        """Called on the watching thread."""
        with self._guard:
            changes = self._gesture.change(held=held, now=self._clock.monotonic())
        for change in changes:
            self._tell(change)

    def _tell(self, talking: bool) -> None:  # noqa: FBT001 - the hotkey's callback
        """On the watching thread. A hold that began before the rehearsal still ends."""
        if self._rehearsing:
            self.rehearsed.emit(talking)
            if talking:
                return
        if talking:
            self._session.talk_down()
        else:
            self._session.talk_up()
