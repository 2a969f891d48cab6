"""Sound made up: tones, and the WAV files around them."""

from __future__ import annotations

import math
import struct


def tone(seconds: float, rate_hz: int = 24_000, pitch_hz: float = 440.0) -> bytes:
    """Mono s16le, not loud."""
    count = round(seconds * rate_hz)
    wave = (math.sin(2 * math.pi * pitch_hz * n / rate_hz) for n in range(count))
    return struct.pack(f"<{count}h", *(round(8000 * value) for value in wave))


def wav(pcm: bytes, rate_hz: int = 24_000, *, extra: bytes = b"") -> bytes:
    """A WAV file, with chunks of any kind before its data."""
    fmt = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate_hz, rate_hz * 2, 2, 16)
    body = b"WAVE" + fmt + extra + struct.pack("<4sI", b"data", len(pcm)) + pcm
    return struct.pack("<4sI", b"RIFF", len(body)) + body


def list_chunk(odd: bytes = b"ISFTfacts") -> bytes:
    """A LIST chunk of odd size with its padding."""
    return struct.pack("<4sI", b"LIST", len(odd)) + odd + b"\0" * (len(odd) % 2)
