"""A linear model of the way from the loudspeaker to the microphone, learnt while we speak.

The partitioned Kalman filter in the frequency domain (Enzner and Vary 2006; Yang, Enzner and Yang
2017): it adapts fast, and by itself stops to while somebody else speaks, which lets their voice
through untouched. What a loudspeaker bends stays, some 20 dB below the echo.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.speech.audio.format import Samples

BLOCK = 320
"""Samples of a step: 20 ms at 16 kHz."""
PARTITIONS = 16
"""Blocks of the room that are modelled: 320 ms."""
FORGETTING = 0.9995
NOISE_MEMORY = 0.9

_Spectra = NDArray[np.complex128]


class LinearFilter:
    """One way through one room. One thread; about 10 ms of work for a second of sound."""

    def __init__(self) -> None:
        bins = BLOCK + 1
        self._recent = np.zeros(2 * BLOCK)
        self._played: _Spectra = np.zeros((PARTITIONS, bins), np.complex128)
        self._way: _Spectra = np.zeros((PARTITIONS, bins), np.complex128)
        self._doubt = np.ones((PARTITIONS, bins))
        self._noise = np.full(bins, 1e-2)

    def step(self, heard: Samples, played: Samples) -> tuple[Samples, Samples]:
        """Take a block of BLOCK samples; what is left of it without the echo, and the echo."""
        self._recent = np.concatenate([self._recent[BLOCK:], played])
        self._played = np.roll(self._played, 1, 0)
        self._played[0] = np.fft.rfft(self._recent)
        echo = np.fft.irfft((self._played * self._way).sum(0))[BLOCK:]
        rest = heard - echo
        self._learn(np.fft.rfft(np.concatenate([np.zeros(BLOCK), rest])))
        return rest.astype(np.float32), echo.astype(np.float32)

    def _learn(self, rest: NDArray[np.complex128]) -> None:
        power = np.abs(self._played) ** 2
        self._noise = NOISE_MEMORY * self._noise + (1 - NOISE_MEMORY) * np.abs(rest) ** 2
        expected = 0.5 * (power * self._doubt).sum(0) + self._noise + 1e-10
        step = self._doubt / expected
        change = np.fft.irfft(step * np.conj(self._played) * rest, axis=1)
        change[:, BLOCK:] = 0.0
        kept = FORGETTING**2
        learnt = kept * (1 - 0.5 * step * power) * self._doubt
        self._doubt = learnt + (1 - kept) * np.abs(self._way) ** 2
        self._way = FORGETTING * (self._way + np.fft.rfft(change, axis=1))
