"""How loud a piece of sound is. Pure."""

from __future__ import annotations

import math

import numpy as np

from companion.speech.audio.format import to_samples

FLOOR_DBFS = -90.0


def level_dbfs(pcm: bytes | bytearray) -> float:
    """Root mean square in decibels of full scale: -90 (silence) to 0."""
    if len(pcm) < 2:
        return FLOOR_DBFS
    samples = to_samples(pcm)
    power = float(np.dot(samples, samples)) / len(samples)
    return max(FLOOR_DBFS, 10 * math.log10(power)) if power > 0 else FLOOR_DBFS
