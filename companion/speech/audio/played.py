"""What the speaker is being given, kept for an echo canceller."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.speech.audio.format import bytes_of, to_pcm, to_samples
from companion.speech.audio.resample import Resampler
from companion.speech.events import LISTEN_RATE_HZ

LONGEST_S = 1.0
"""Played sound that nobody fetched is dropped: the microphone was closed."""


class Played:
    """What the speaker is being given, at 16 kHz, for whoever listens. Any thread.

    Several stretches of sound may be on their way at the same time; a room adds them up, and so
    does this.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._taps: list[_Tap] = []

    def tap(self, rate_hz: int) -> Callable[[bytes], None]:
        """A stretch of sound begins: what is to be told of each piece that the device takes."""
        tap = _Tap(rate_hz)

        def add(pcm: bytes) -> None:
            with self._lock:
                tap.add(pcm)
                if tap not in self._taps:
                    self._taps.append(tap)

        return add

    def take(self, count: int) -> bytes:
        """The next `count` bytes; silence where nothing was played."""
        with self._lock:
            pieces = [tap.take(count) for tap in self._taps]
            self._taps = [tap for tap in self._taps if tap.waits]
        if len(pieces) < 2:
            return pieces[0] if pieces else bytes(count)
        import numpy as np

        return to_pcm(np.sum([to_samples(piece) for piece in pieces], axis=0))


class _Tap:
    """One stretch of sound; guarded by whoever has it."""

    def __init__(self, rate_hz: int) -> None:
        is_ours = rate_hz == LISTEN_RATE_HZ
        self._resampler = None if is_ours else Resampler(rate_hz, LISTEN_RATE_HZ)
        self._queue = bytearray()

    @property
    def waits(self) -> bool:
        return bool(self._queue)

    def add(self, pcm: bytes) -> None:
        self._queue += self._resampler.feed(pcm) if self._resampler else pcm
        surplus = len(self._queue) - bytes_of(LONGEST_S, LISTEN_RATE_HZ)
        if surplus > 0:
            del self._queue[:surplus]

    def take(self, count: int) -> bytes:
        pcm = bytes(self._queue[:count])
        del self._queue[:count]
        return pcm + bytes(count - len(pcm))
