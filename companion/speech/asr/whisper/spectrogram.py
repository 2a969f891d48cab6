"""The spectrogram Whisper hears: log-mel, 100 frames a second. Pure.

The model was trained on 30 s windows; its encoder takes fewer frames, and its time goes with them.
Contexts under 10 s make the decoder stumble (measured: see ARCHITECTURE.md), so that is the least.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from companion.speech.audio.format import Samples
from companion.speech.events import LISTEN_RATE_HZ

FRAME_HOP = 160
_WINDOW = 400
LEAST_FRAMES = 1000
MOST_FRAMES = 3000
_MARGIN_FRAMES = 100
"""Silence kept after the last word."""
_DYNAMIC_RANGE = 8.0
"""Decades below the loudest bin that still count."""


def frames_for(samples: int) -> int:
    """Length of the context for an utterance: 10 to 30 s, an even number of frames."""
    needed = samples // FRAME_HOP + _MARGIN_FRAMES
    return min(MOST_FRAMES, max(LEAST_FRAMES, needed + needed % 2))


def log_mel(samples: Samples, mel_bins: int) -> Samples:
    """Compute the input of the encoder.

    Args:
        samples: An utterance of at most 30 s at 16 kHz.
        mel_bins: What the model was trained on: 80, or 128 for the large ones.

    Returns:
        An array of shape (1, mel_bins, frames).
    """
    frames = frames_for(len(samples))
    padded = np.zeros(frames * FRAME_HOP, np.float32)
    kept = samples[: len(padded)]
    padded[: len(kept)] = kept
    power = _power(np.pad(padded, _WINDOW // 2, mode="reflect"), frames)
    mel = np.log10(np.maximum(mel_filters(mel_bins) @ power.T, 1e-10))
    limited = np.maximum(mel, mel.max() - _DYNAMIC_RANGE)
    return np.ascontiguousarray((limited[None] + 4.0) / 4.0, np.float32)


def _power(padded: Samples, frames: int) -> Samples:
    """Power spectrum of each frame, shape (frames, 201)."""
    windows = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::FRAME_HOP][:frames]
    spectrum = np.fft.rfft(windows * _hann(), axis=1)
    power: Samples = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    return power


@cache
def _hann() -> Samples:
    return np.hanning(_WINDOW + 1)[:-1].astype(np.float32)


@cache
def mel_filters(mel_bins: int) -> Samples:
    """Triangular filters on Slaney's mel scale, each of equal area; shape (mel_bins, 201)."""
    edges = _hertz(np.linspace(_mel(0.0), _mel(LISTEN_RATE_HZ / 2), mel_bins + 2))
    bins = np.linspace(0, LISTEN_RATE_HZ / 2, _WINDOW // 2 + 1)
    left, centre, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising = (bins - left) / (centre - left)
    falling = (right - bins) / (right - centre)
    triangles = np.clip(np.minimum(rising, falling), 0, None)
    return np.asarray(triangles * 2 / (right - left), np.float32)


_LINEAR_HZ = 200 / 3
"""Below 1 kHz a mel is this many Hertz; above, 27 mels are a factor of 6.4."""
_BREAK_MEL = 15.0
_LOG_STEP = np.log(6.4) / 27


def _mel(hertz: float) -> float:
    if hertz < 1000:
        return hertz / _LINEAR_HZ
    return float(_BREAK_MEL + np.log(hertz / 1000) / _LOG_STEP)


def _hertz(
    mels: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    curved = 1000 * np.exp((mels - _BREAK_MEL) * _LOG_STEP)
    return np.where(mels < _BREAK_MEL, mels * _LINEAR_HZ, curved)
