"""How long our own voice takes to come back, found in the sound itself. Pure; sound is its clock.

What was played and what was heard are correlated with all frequencies weighed alike (GCC-PHAT:
Knapp and Carter, 1976), summed up over some seconds. In simulated rooms it is right to the
millisecond after one second of speech.
"""

from __future__ import annotations

import numpy as np

from companion.speech.audio.format import Samples, bytes_of, to_samples
from companion.speech.events import LISTEN_RATE_HZ

LONGEST_S = 0.8
"""Bluetooth loudspeakers take 0.3 s; what comes later is not looked for."""
WINDOW_S = 1.0
STEP_S = 0.5
"""One look for each half second in which we speak."""
SURE = 10.0
"""Height of the peak over the mean of all delays; without an echo it is about 5."""
MEMORY = 0.7
SAME_MS = 5
"""Devices do not keep their delay to the millisecond."""
LEAST_POWER = 1e-6
"""A window in which less than this was played says nothing."""

_WINDOW = bytes_of(WINDOW_S, LISTEN_RATE_HZ)
_STEP = bytes_of(STEP_S, LISTEN_RATE_HZ)
_LAGS = round(LONGEST_S * LISTEN_RATE_HZ)
_FFT = 1 << (2 * _WINDOW // 2 - 1).bit_length()


class DelayEstimator:
    """Follows one pair of devices. One thread.

    Attributes:
        delay_ms: From handing a sample over to hearing it; None while nothing was heard of it.
    """

    def __init__(self) -> None:
        self._heard = bytearray()
        self._played = bytearray()
        self._sum = np.zeros(_FFT // 2 + 1, np.complex128)
        self.delay_ms: int | None = None

    def feed(self, heard: bytes, played: bytes) -> bool:
        """Add sound of the same length, 16 kHz; whether the delay is another one now."""
        self._heard += heard
        self._played += played
        if len(self._heard) < _WINDOW:
            return False
        before = self.delay_ms
        self._look(to_samples(self._heard[:_WINDOW]), to_samples(self._played[:_WINDOW]))
        del self._heard[:_STEP], self._played[:_STEP]
        return self.delay_ms != before

    def _look(self, heard: Samples, played: Samples) -> None:
        if float(np.mean(played**2)) < LEAST_POWER:
            return
        cross = np.fft.rfft(heard, _FFT) * np.conj(np.fft.rfft(played, _FFT))
        self._sum = MEMORY * self._sum + cross / (np.abs(cross) + 1e-9)
        likeness = np.abs(np.fft.irfft(self._sum)[:_LAGS])
        best = int(np.argmax(likeness))
        found_ms = round(best * 1000 / LISTEN_RATE_HZ)
        is_sure = likeness[best] > SURE * float(np.sqrt(np.mean(likeness**2)))
        if is_sure and (self.delay_ms is None or abs(found_ms - self.delay_ms) > SAME_MS):
            self.delay_ms = found_ms


class DelayLine:
    """Holds sound back. One thread."""

    def __init__(self) -> None:
        self._held = bytearray()

    def hold(self, milliseconds: int) -> None:
        """Hold back so much from now on; a change costs or repeats no more than the difference."""
        wanted = bytes_of(milliseconds / 1000, LISTEN_RATE_HZ)
        missing = wanted - len(self._held)
        self._held[:0] = bytes(max(0, missing))
        del self._held[: max(0, -missing)]

    def feed(self, pcm: bytes) -> bytes:
        """As much sound as came in, from before."""
        self._held += pcm
        due = bytes(self._held[: len(pcm)])
        del self._held[: len(pcm)]
        return due
