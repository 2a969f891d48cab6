"""Cutting the silence that a synthesiser puts around a clause. Pure."""

from __future__ import annotations

import numpy as np

from companion.speech.audio.format import Samples

_AUDIBLE = 0.005
"""Of full scale (-46 dB): quieter than any consonant of the voices, louder than their silence."""
_WINDOW_S = 0.01
KEPT_S = 0.03
"""Left on both sides, so that soft beginnings and ends stay whole."""


def trimmed(samples: Samples, rate_hz: int) -> Samples:
    """Cut silence before and after the voice; nothing is left of silence alone."""
    window = round(_WINDOW_S * rate_hz)
    count = len(samples) // window
    peaks = np.abs(samples[: count * window]).reshape(count, window).max(axis=1, initial=0.0)
    loud = np.flatnonzero(peaks > _AUDIBLE)
    if not len(loud):
        return samples[:0]
    kept = round(KEPT_S * rate_hz)
    return samples[max(0, loud[0] * window - kept) : (loud[-1] + 1) * window + kept]
