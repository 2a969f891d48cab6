"""Arithmetic on PCM: mono, signed 16-bit little endian, unless a name says otherwise. Pure.

What a window at rest and a voice on its way need is done without numpy, which takes 16 MiB and is
imported by who asks for `Samples`.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SAMPLE_BYTES = 2

Samples: TypeAlias = "NDArray[np.float32]"
"""One channel, -1 to 1."""


def seconds_of(pcm: bytes | bytearray, rate_hz: int) -> float:
    """Length of a piece of sound."""
    return len(pcm) / (rate_hz * SAMPLE_BYTES)


def bytes_of(seconds: float, rate_hz: int) -> int:
    """Number of bytes of a length of sound; whole samples."""
    return round(seconds * rate_hz) * SAMPLE_BYTES


def silence(seconds: float, rate_hz: int) -> bytes:
    """Exact zeros."""
    return bytes(bytes_of(seconds, rate_hz))


def is_digital_silence(pcm: bytes) -> bool:
    """Whether every sample is exactly zero, which no working microphone delivers for long."""
    return pcm.count(0) == len(pcm)


def to_samples(pcm: bytes | bytearray) -> Samples:
    """PCM to floats."""
    import numpy as np

    return np.frombuffer(pcm, "<i2").astype(np.float32) / np.float32(32768)


def to_pcm(samples: Samples) -> bytes:
    """Floats to PCM; what is louder than full scale is cut."""
    import numpy as np

    return (np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes()


def gain_of(volume: int) -> float:
    """Factor of a volume of 0 to 100: loudness follows the square, as ears expect of a slider."""
    return (min(max(volume, 0), 100) / 100) ** 2


def faded(pcm: bytes, begin: float, end: float) -> bytes:
    """Make sound quieter, from one factor (0 to 1) to another, so that a change does not click."""
    if begin == end == 1.0 or not pcm:
        return pcm
    samples = integers(pcm)
    step = (end - begin) / max(1, len(samples) - 1)
    quieter = (int(one * (begin + step * place)) for place, one in enumerate(samples))
    return _bytes(array("h", quieter))


def integers(pcm: bytes | bytearray) -> array[int]:
    """PCM to whole numbers of -32,768 to 32,767."""
    samples = array("h", pcm)
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def _bytes(samples: array[int]) -> bytes:
    if sys.byteorder == "big":
        samples.byteswap()
    return samples.tobytes()
