"""The end of the line before the device: what a speaker's callback pulls from."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future

from companion.speech.audio.format import SAMPLE_BYTES, bytes_of, faded, is_digital_silence
from companion.speech.audio.jitter import JitterBuffer
from companion.support.errors import AudioError, Failure

PREBUFFER_S = 0.2
"""Sound held before playback begins, so that a burst that comes late is not heard."""
TAIL_S = 0.1
"""Silence after the last byte: closing a stream drops what the device still holds."""
GLIDE_S = 0.08
"""A change of loudness over the whole range takes so long: quick, and not heard as a click."""


class Outlet:
    """A jitter buffer that any thread may fill and the device's thread empties.

    Attributes:
        played_bytes: Sound handed out so far, without the silence put in.
        gain: Factor of loudness, 0 to 1; a change begins with the next block and takes GLIDE_S at
            most. Any thread.
    """

    def __init__(
        self,
        rate_hz: int,
        on_first_sound: Callable[[], None],
        on_played: Callable[[bytes], None] | None = None,
    ) -> None:
        """Prepare.

        Args:
            rate_hz: Of the sound; mono s16le.
            on_first_sound: See `pull`.
            on_played: Given everything that is handed to the device, on its thread.
        """
        self._on_played = on_played
        self._rate_hz = rate_hz
        self._jitter = JitterBuffer(bytes_of(PREBUFFER_S, rate_hz))
        self._tail_bytes = bytes_of(TAIL_S, rate_hz)
        self._on_first_sound = on_first_sound
        self._lock = threading.Lock()
        self._sounded = False
        self._aborted = False
        self._over: Future[None] = Future()
        self.gain = 1.0
        self._gain: float | None = None
        self.played_bytes = 0

    def push(self, pcm: bytes) -> None:
        """Queue sound; dropped after `abort`."""
        with self._lock:
            if not self._aborted:
                self._jitter.push(pcm)

    def end(self) -> None:
        """Say that no more comes."""
        with self._lock:
            self._jitter.end()

    def abort(self) -> None:
        """Drop what waits; everybody who waits for the end goes on. Safe to call twice."""
        with self._lock:
            self._aborted = True
            self._jitter.end()
            self._jitter.clear()
            self._finish(None)

    def lose(self) -> None:
        """The device went away."""
        with self._lock:
            self._finish(AudioError(Failure.SPEAKER_LOST, "the device stopped"))

    def pull(self, count: int) -> bytes:
        """Take exactly `count` bytes for the device. The device's thread.

        `on_first_sound` is called from here with the first block that is not silence.
        """
        with self._lock:
            pcm = self._jitter.pull(count)
            self.played_bytes += len(pcm)
            if self._jitter.drained:
                self._tail_bytes -= count - len(pcm)
                if self._tail_bytes <= 0:
                    self._finish(None)
            first = not self._sounded and not is_digital_silence(pcm)
            self._sounded = self._sounded or first
            pcm = self._with_gain(pcm, count / SAMPLE_BYTES / self._rate_hz)
        if first:
            self._on_first_sound()
        whole = pcm + bytes(count - len(pcm))
        if self._on_played:
            self._on_played(whole)
        return whole

    def _with_gain(self, pcm: bytes, seconds: float) -> bytes:
        begin = self.gain if self._gain is None else self._gain
        step = seconds / GLIDE_S
        self._gain = min(max(self.gain, begin - step), begin + step)
        return faded(pcm, begin, self._gain)

    @property
    def over(self) -> bool:
        """Whether the last byte and the silence after it were handed out, or it was aborted."""
        return self._over.done()

    @property
    def starved_times(self) -> int:
        """How often sound was late."""
        return self._jitter.starved_times

    async def wait(self) -> None:
        """Return when it is over.

        Raises:
            AudioError: SPEAKER_LOST.
        """
        await asyncio.shield(asyncio.wrap_future(self._over))

    def _finish(self, error: AudioError | None) -> None:
        if self._over.done():
            return
        if error:
            self._over.set_exception(error)
        else:
            self._over.set_result(None)
