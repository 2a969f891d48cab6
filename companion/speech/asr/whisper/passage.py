"""Utterances longer than the 30 s that the model hears at once: cut where it is quietest."""

from __future__ import annotations

import numpy as np

from companion.speech.asr.whisper.model import Decoded, WhisperModel
from companion.speech.audio.format import Samples
from companion.speech.events import LISTEN_RATE_HZ

LONGEST_S = 28
EARLIEST_CUT_S = 20
_WINDOW = LISTEN_RATE_HZ // 5


def decode_long(
    model: WhisperModel, samples: Samples, language: str, hints: tuple[str, ...]
) -> Decoded:
    """Decode an utterance of any length; the language of its first piece holds for all."""
    texts: list[str] = []
    sure: list[float] = []
    for piece in pieces(samples):
        decoded = model.decode(piece, language, hints)
        language = language or decoded.language
        if decoded.text:
            texts.append(decoded.text)
            sure.append(decoded.confidence)
    joined = ("" if language == "zh" else " ").join(texts)
    return Decoded(joined, language, min(sure, default=0.0))


def pieces(samples: Samples) -> list[Samples]:
    """Cut into pieces of at most 28 s."""
    found = []
    while len(samples) > LONGEST_S * LISTEN_RATE_HZ:
        cut = _quietest(samples)
        found.append(samples[:cut])
        samples = samples[cut:]
    return [*found, samples]


def _quietest(samples: Samples) -> int:
    """The middle of the quietest 200 ms between 20 and 28 s."""
    start = EARLIEST_CUT_S * LISTEN_RATE_HZ
    stretch = samples[start : LONGEST_S * LISTEN_RATE_HZ]
    power = np.add.reduceat(stretch**2, np.arange(0, len(stretch), _WINDOW))
    return int(start + np.argmin(power) * _WINDOW + _WINDOW // 2)
