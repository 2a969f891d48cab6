"""Hears who speaks over our own voice: WebRTC's canceller until the room is known, then our own.

While nothing is played, sound is WebRTC's: it takes the noise of the room away as well. The delay
of the devices is found on the way, and the reference is held back by it, so that the model of the
room need not be longer than a room.
"""

from __future__ import annotations

import numpy as np

from companion.speech.audio.format import (
    SAMPLE_BYTES,
    Samples,
    is_digital_silence,
    to_pcm,
    to_samples,
)
from companion.speech.echo.delay import DelayEstimator, DelayLine
from companion.speech.echo.linear import BLOCK, LinearFilter
from companion.speech.echo.webrtc import WebRtcCanceller
from companion.speech.events import LISTEN_RATE_HZ

BLOCK_BYTES = BLOCK * SAMPLE_BYTES
BLOCK_S = BLOCK / LISTEN_RATE_HZ
EARLY_MS = 20
"""The reference comes so long before its echo: more than delays vary."""
KNOWN_DB = 12.0
"""The room is known once the linear model takes away so much of our voice, over a second."""
KNOWING = 0.02
FORGOTTEN_DB_S = 0.3
"""What it once took away counts for less with each second that we speak."""
OVER_DB = -10.0
"""What is left, over the echo: more than this is no rest of our voice, which is 20 dB below."""
PASSED_DB = -20.0
"""What WebRTC's leaves, over all that is heard: less than this is a rest of our voice."""
HOLD_BLOCKS = 3
BLIND_BLOCKS = 12
"""Our voice begins: so long the echo is not told from what else is heard."""
QUIET = 0.003
"""Factor for blocks that hold nothing but the rest of our voice."""
DEAF_BLOCKS = 75
"""Of the very first speech, while nothing is known of the room: cancellers let its beginning
through, which would be an hour's one certain false alarm."""
RING_BLOCKS = 25
"""How long a room and a device go on after the last sample."""
SMOOTH = 0.7


class DoubleTalkCanceller:
    """Both cancellers over one microphone. One thread."""

    def __init__(self) -> None:
        """Prepare.

        Raises:
            CompanionError: NO_SPEECH_MODEL when WebRTC's package is missing.
        """
        self._sure = WebRtcCanceller()
        self._delay = DelayEstimator()
        self._line = DelayLine()
        self._rest = (b"", b"")
        self._filter = LinearFilter()
        self._gate = _Gate()
        self._ringing = 0
        self._deaf = DEAF_BLOCKS
        self._mix = 0.0

    @property
    def delay_ms(self) -> int | None:
        """From handing a sample to the speaker to hearing it; None while it is not known."""
        return self._delay.delay_ms

    def clean(self, heard: bytes, played: bytes) -> bytes:
        """Clean whole blocks; what is left waits for the next call."""
        if self._delay.feed(heard, played) and self._delay.delay_ms is not None:
            self._line.hold(max(0, self._delay.delay_ms - EARLY_MS))
            self._filter, self._gate = LinearFilter(), _Gate()
        near, far = self._rest[0] + heard, self._rest[1] + played
        whole = len(near) // BLOCK_BYTES * BLOCK_BYTES
        self._rest = near[whole:], far[whole:]
        places = range(0, whole, BLOCK_BYTES)
        return b"".join(
            self._block(near[at : at + BLOCK_BYTES], far[at : at + BLOCK_BYTES]) for at in places
        )

    def _block(self, near: bytes, played: bytes) -> bytes:
        sure = to_samples(self._sure.clean(near, played))
        far = self._line.feed(played)
        heard = to_samples(near)
        self._ringing = max(0, self._ringing - 1) if is_digital_silence(far) else RING_BLOCKS
        if not self._ringing:
            self._gate.rest()
            return to_pcm(self._mixed(sure, heard, wanted=0.0))
        self._deaf = max(0, self._deaf - 1)
        sure = sure * self._gate.passed(heard, sure, is_deaf=self._deaf > 0)
        rest, echo = self._filter.step(heard, to_samples(far))
        open_ = self._gate.after(heard, rest, echo)
        return to_pcm(self._mixed(sure, rest * open_, wanted=float(self._gate.is_known)))

    def _mixed(self, sure: Samples, linear: Samples, wanted: float) -> Samples:
        """One or the other, with a ramp between them that does not click."""
        ramp = np.linspace(self._mix, wanted, len(sure), dtype=np.float32)
        self._mix = wanted
        return np.asarray(sure * (1 - ramp) + linear * ramp, np.float32)


class _Gate:
    """Whether what the linear model leaves is more than a rest of our own voice.

    Attributes:
        is_known: Whether the model takes enough away to be trusted.
    """

    def __init__(self) -> None:
        self._heard = self._left = self._echo = 1e-9
        self._taken_db = self._known_db = 0.0
        self._blind = 0
        self._heard_too = self._passed = 1e-9
        self._door, self._sure_door = _Door(), _Door()

    @property
    def is_known(self) -> bool:
        return self._known_db > KNOWN_DB

    def rest(self) -> None:
        """Nothing is played: what was before says nothing of what comes then."""
        self._heard = self._left = self._echo = 1e-9
        self._blind = BLIND_BLOCKS

    def passed(self, heard: Samples, sure: Samples, *, is_deaf: bool) -> Samples:
        """Factors for what WebRTC's canceller leaves: QUIET where that is next to nothing."""
        self._heard_too = _smoothed(self._heard_too, heard)
        self._passed = _smoothed(self._passed, sure)
        is_over = _decibels(self._passed / self._heard_too) > PASSED_DB and not is_deaf
        return self._sure_door.factors(len(sure), is_open=is_over)

    def after(self, heard: Samples, left: Samples, echo: Samples) -> Samples:
        """Factors for the samples of a block: 1 where somebody else speaks, else QUIET."""
        self._heard = _smoothed(self._heard, heard)
        self._left = _smoothed(self._left, left)
        self._echo = _smoothed(self._echo, echo)
        if self._left < self._echo:  # nobody speaks over it: this tells of the model
            self._taken_db += KNOWING * (_decibels(self._heard / self._left) - self._taken_db)
            self._known_db = max(self._taken_db, self._known_db - FORGOTTEN_DB_S * BLOCK_S)
        self._blind = max(0, self._blind - 1)
        is_over = not self._blind and _decibels(self._left / self._echo) > OVER_DB
        return self._door.factors(len(left), is_open=is_over)


class _Door:
    """Opens at once and closes slowly, with ramps that do not click."""

    def __init__(self) -> None:
        self._hold = 0
        self._factor = 1.0

    def factors(self, count: int, *, is_open: bool) -> Samples:
        """Factors for the samples of a block: 1 while it is open, else QUIET."""
        self._hold = HOLD_BLOCKS if is_open else max(0, self._hold - 1)
        wanted = 1.0 if self._hold else QUIET
        ramp = np.linspace(self._factor, wanted, count, dtype=np.float32)
        self._factor = wanted
        return ramp


def _smoothed(before: float, samples: Samples) -> float:
    return SMOOTH * before + (1 - SMOOTH) * float(np.mean(samples**2)) + 1e-12


def _decibels(ratio: float) -> float:
    return 10 * float(np.log10(ratio))
