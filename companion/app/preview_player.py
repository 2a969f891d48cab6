"""Lets a voice's sound be heard, as often as one likes and without another request. On the loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from companion.speech.audio.devices import Speaker
from companion.speech.tts.qwen_pcm import RATE_HZ
from companion.support.errors import CompanionError
from companion.support.loops import spawn
from companion.support.settings import Settings

logger = logging.getLogger(__name__)

SPARE_S = 10.0
"""A device may take this much longer than the sound; then it is given up."""


class PreviewPlayer:
    """Holds the sound of one voice and plays it once at a time.

    Args:
        speaker: Gives the loudspeaker of settings.
        tell: Told `preview`, the voice whose sound is held; `is_playing`; and `reason` with
            `detail` of what went wrong.
    """

    def __init__(self, speaker: Callable[[Settings], Speaker], tell: Callable[..., Any]) -> None:
        self._speaker = speaker
        self._tell = tell
        self._voice = ""
        self._sound = b""
        self._playing: asyncio.Task[None] | None = None

    def take(self, voice: str, sound: bytes) -> None:
        """Hold the sound of a voice, 24 kHz mono s16le; the one that is heard ends."""
        self._stop()
        self._voice, self._sound = voice, sound
        self._tell(preview=voice if sound else "")

    def forget(self, voice: str = "") -> None:
        """Hold nothing any more, or not that voice's."""
        if voice in ("", self._voice):
            self.take("", b"")

    def play(self, settings: Settings) -> None:
        """Let it be heard from its beginning."""
        self._stop()
        if self._sound:
            self._playing = spawn(self._play(self._sound, settings), "voice preview")

    def switch(self, settings: Settings) -> None:
        """Stop what is heard, or let it be heard."""
        if self._playing and not self._playing.done():
            self._stop()
        else:
            self.play(settings)

    def _stop(self) -> None:
        if self._playing:
            self._playing.cancel()
            self._playing = None
            self._tell(is_playing=False)

    async def _play(self, sound: bytes, settings: Settings) -> None:
        own = asyncio.current_task()
        self._tell(is_playing=True)
        try:
            await _heard(self._speaker(settings), sound, settings.volume / 100)
        except CompanionError as error:
            logger.warning("the preview of a voice was not heard: %s", error)
            self._tell(reason=error.failure, detail=error.detail)
        except TimeoutError:
            logger.warning("the loudspeaker did not come to an end")
        finally:
            if self._playing is own:  # who came after tells for itself
                self._tell(is_playing=False)


async def _heard(speaker: Speaker, sound: bytes, gain: float) -> None:
    """Play to the end.

    Raises:
        AudioError: There is no loudspeaker, or it went away.
        TimeoutError: It took far longer than the sound.
    """
    stream = speaker.open(RATE_HZ, lambda: None, sound, gain)
    try:
        stream.end()
        async with asyncio.timeout(len(sound) / 2 / RATE_HZ + SPARE_S):
            await stream.drained()
    except BaseException:
        stream.abort()
        raise
