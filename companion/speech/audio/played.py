"""What the speaker is being given, kept for an echo canceller."""

from __future__ import annotations

import threading

from companion.speech.audio.format import bytes_of
from companion.speech.audio.resample import Resampler
from companion.speech.events import LISTEN_RATE_HZ

LONGEST_S = 1.0
"""Played sound that nobody fetched is dropped: the microphone was closed."""


class Played:
    """What the speaker is being given, at 16 kHz, for whoever listens. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queue = bytearray()
        self._resamplers: dict[int, Resampler] = {}

    def add(self, pcm: bytes, rate_hz: int) -> None:
        """Sound was handed to the device."""
        with self._lock:
            self._queue += self._converted(pcm, rate_hz)
            surplus = len(self._queue) - bytes_of(LONGEST_S, LISTEN_RATE_HZ)
            if surplus > 0:
                del self._queue[:surplus]

    def take(self, count: int) -> bytes:
        """The next `count` bytes; silence where nothing was played."""
        with self._lock:
            pcm = bytes(self._queue[:count])
            del self._queue[:count]
        return pcm + bytes(count - len(pcm))

    def _converted(self, pcm: bytes, rate_hz: int) -> bytes:
        if rate_hz == LISTEN_RATE_HZ:
            return pcm
        resampler = self._resamplers.setdefault(rate_hz, Resampler(rate_hz, LISTEN_RATE_HZ))
        return resampler.feed(pcm)
