"""From the rate and channels a device or file has to those that speech needs. Pure."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING

from companion.speech.audio.format import Samples, to_pcm, to_samples

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ZERO_CROSSINGS = 16
"""Length of the filter to each side, in samples of the lower rate.

Flat to a tenth of a decibel up to 90 % of what the lower rate holds; what lies 25 % above that is
60 dB down and more."""


def mono(pcm: bytes, channels: int) -> bytes:
    """Mix interleaved channels into one."""
    if channels == 1:
        return pcm
    frames = to_samples(pcm[: len(pcm) // (2 * channels) * 2 * channels])
    return to_pcm(frames.reshape(-1, channels).mean(axis=1))


def spread(pcm: bytes, channels: int) -> bytes:
    """Copy one channel to all of them, interleaved."""
    if channels == 1:
        return pcm
    samples, spread_out = array("h", pcm), array("h", bytes(len(pcm) * channels))
    for channel in range(channels):
        spread_out[channel::channels] = samples
    return spread_out.tobytes()


def converted(pcm: bytes, from_hz: int, to_hz: int) -> bytes:
    """Change the rate of a whole piece of sound; its length in seconds stays."""
    if from_hz == to_hz:
        return pcm
    resampler = Resampler(from_hz, to_hz)
    wanted = round(len(pcm) // 2 * to_hz / from_hz) * 2
    step = from_hz * 2
    pieces = [resampler.feed(pcm[at : at + step]) for at in range(0, len(pcm), step)]
    return b"".join([*pieces, resampler.flush()])[:wanted]


class Resampler:
    """Changes the rate of sound that comes in pieces. One thread.

    A windowed sinc, evaluated at the exact position of every output sample (polyphase).
    It holds back about a millisecond until more has come.
    """

    def __init__(self, from_hz: int, to_hz: int) -> None:
        import numpy as np

        shared = math.gcd(from_hz, to_hz)
        self._up, self._down = to_hz // shared, from_hz // shared
        cutoff = min(1.0, to_hz / from_hz)
        self._half = math.ceil(_ZERO_CROSSINGS / cutoff)
        self._filters = _filters(self._up, self._half, cutoff)
        self._history = np.zeros(self._half - 1, np.float32)
        self._position = 0

    def feed(self, pcm: bytes) -> bytes:
        """Add sound; return what can be computed with it."""
        import numpy as np

        samples = np.concatenate([self._history, to_samples(pcm)])
        windows = max(0, len(samples) - 2 * self._half + 1)
        count = max(0, math.ceil((windows * self._up - self._position) / self._down))
        moments = self._position + np.arange(count) * self._down
        output = self._at(samples, moments)
        reached = self._position + count * self._down
        consumed = min(windows, reached // self._up)
        self._position = reached - consumed * self._up
        self._history = samples[consumed:]
        return to_pcm(output)

    def flush(self) -> bytes:
        """What was held back, as if silence followed."""
        return self.feed(bytes(2 * (self._half + 1)))

    def _at(self, samples: Samples, moments: NDArray[np.int64]) -> Samples:
        import numpy as np

        if not len(moments):
            return np.zeros(0, np.float32)
        windows = np.lib.stride_tricks.sliding_window_view(samples, 2 * self._half)
        picked = windows[moments // self._up]
        return np.asarray(
            np.einsum("nk,nk->n", picked, self._filters[moments % self._up]), np.float32
        )


def _filters(phases: int, half: int, cutoff: float) -> Samples:
    """One filter of `2 * half` taps a phase, each with a gain of one."""
    import numpy as np

    offsets = np.arange(2 * half) - (half - 1)
    distance = offsets[None, :] - (np.arange(phases) / phases)[:, None]
    window = 0.5 + 0.5 * np.cos(np.pi * np.clip(distance / half, -1, 1))
    taps = np.sinc(distance * cutoff) * window
    return np.asarray(taps / taps.sum(axis=1, keepdims=True), np.float32)
