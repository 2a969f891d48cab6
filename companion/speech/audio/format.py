"""Arithmetic on PCM: mono, signed 16-bit little endian, unless a name says otherwise. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SAMPLE_BYTES = 2

Samples = NDArray[np.float32]
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
    return np.frombuffer(pcm, "<i2").astype(np.float32) / np.float32(32768)


def to_pcm(samples: Samples) -> bytes:
    """Floats to PCM; what is louder than full scale is cut."""
    return (np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes()


def gain_of(volume: int) -> float:
    """Factor of a volume of 0 to 100: loudness follows the square, as ears expect of a slider."""
    return (min(max(volume, 0), 100) / 100) ** 2


def faded(pcm: bytes, begin: float, end: float) -> bytes:
    """Make sound quieter, from one factor (0 to 1) to another, so that a change does not click."""
    if begin == end == 1.0 or not pcm:
        return pcm
    samples = to_samples(pcm)
    return to_pcm(samples * np.linspace(begin, end, len(samples), dtype=np.float32))
