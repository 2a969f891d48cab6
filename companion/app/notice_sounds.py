"""A soft sound for what comes unasked: rarely, never over speech, as loud as the player likes."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from companion.client.sounds import LEAST_GAP_S, RATE_HZ, Sound, due, is_speech, newest, pcm_of
from companion.client.state import EMPTY, ClientState
from companion.speech.audio.devices import Speaker, SpeakerStream
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError
from companion.support.loops import LoopThread, patiently
from companion.support.settings import Settings
from companion.ui.bridge import StateBridge

logger = logging.getLogger(__name__)

PATIENCE_MS = 250
"""A notice that is spoken begins within this time; then its words are sound enough."""


class NoticeSounds(QObject):
    """Follows the states of the client. GUI thread; the loudspeaker is opened on the loop.

    Args:
        bridge: Tells the states.
        settings: Those of the moment.
        speaker: Makes the loudspeaker of the settings.
        loop: Where it plays.
    """

    def __init__(
        self,
        bridge: StateBridge,
        settings: Callable[[], Settings],
        speaker: Callable[[Settings], Speaker],
        loop: LoopThread,
        parent: QObject,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._speaker = speaker
        self._loop = loop
        self._clock = clock or SystemClock()
        self._state = EMPTY
        self._heard: int | None = None
        self._not_before = 0.0
        self._due: Sound | None = None
        self._stream: SpeakerStream | None = None
        self._wait = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._wait.timeout.connect(self._begin)
        bridge.state_changed.connect(self.show_state)

    def show_state(self, state: ClientState) -> None:
        """Note what came; be silent at once where somebody speaks."""
        self._state = state
        heard, self._heard = self._heard, newest(state)
        if is_speech(state):
            self._silence()
        elif heard is not None and (sound := due(state, heard)) is not None:
            self._due = self._due or sound
            if not self._wait.isActive():
                self._wait.start()

    def _silence(self) -> None:
        self._wait.stop()
        self._due = None
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.abort()

    def _begin(self) -> None:
        """Nobody has spoken meanwhile."""
        sound, self._due = self._due, None
        settings, now = self._settings(), self._clock.monotonic()
        if sound is None or not settings.notice_sounds or now < self._not_before:
            return
        self._not_before = now + LEAST_GAP_S
        self._loop.submit(self._play(sound, settings))

    async def _play(self, sound: Sound, settings: Settings) -> None:
        pcm = await patiently(lambda: pcm_of(sound), "sound")
        if not pcm or is_speech(self._state):
            return
        try:
            gain = settings.notice_volume / 100
            stream = self._speaker(settings).open(RATE_HZ, lambda: None, pcm, gain)
            stream.end()
            self._stream = stream
            if is_speech(self._state):
                stream.abort()
            await stream.drained()
        except CompanionError as error:
            logger.info("no sound for a notice: %s", error)
