"""How loud a piece of sound is. Pure."""

from __future__ import annotations

import math
from operator import mul

from companion.speech.audio.format import integers

FLOOR_DBFS = -90.0


def level_dbfs(pcm: bytes | bytearray) -> float:
    """Root mean square in decibels of full scale: -90 (silence) to 0."""
    if len(pcm) < 2:
        return FLOOR_DBFS
    samples = integers(pcm)
    power = sum(map(mul, samples, samples)) / len(samples) / 32768**2
    return max(FLOOR_DBFS, 10 * math.log10(power)) if power > 0 else FLOOR_DBFS
