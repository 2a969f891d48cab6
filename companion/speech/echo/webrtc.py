"""WebRTC's echo canceller and noise suppressor."""

from __future__ import annotations

import numpy as np

from companion.speech.events import LISTEN_RATE_HZ
from companion.support.errors import CompanionError, Failure

FRAME_BYTES = LISTEN_RATE_HZ // 100 * 2
"""The canceller works on 10 ms."""
DELAY_MS = 60
"""From handing a sample to the speaker to hearing it, where the devices do not say."""


class WebRtcCanceller:
    """Sure of hearing nothing of our own; loud, it swallows what is said over it."""

    def __init__(self, delay_ms: int = DELAY_MS) -> None:
        """Prepare.

        Args:
            delay_ms: From handing a sample to the speaker to hearing it.

        Raises:
            CompanionError: NO_SPEECH_MODEL when the package is missing.
        """
        try:
            from pywebrtc_audio import AudioProcessor  # an optional package
        except ImportError as error:
            raise CompanionError(Failure.NO_SPEECH_MODEL, "pywebrtc-audio") from error
        self._processor = AudioProcessor(
            sample_rate=LISTEN_RATE_HZ,
            echo_cancellation=True,
            noise_suppression=True,
            auto_gain_control=False,
            stream_delay_ms=delay_ms,
        )
        self._rest = (b"", b"")

    def clean(self, heard: bytes, played: bytes) -> bytes:
        """Clean whole frames; what is left waits for the next call."""
        near, far = self._rest[0] + heard, self._rest[1] + played
        whole = len(near) // FRAME_BYTES * FRAME_BYTES
        self._rest = near[whole:], far[whole:]
        frames = range(0, whole, FRAME_BYTES)
        return b"".join(
            self._frame(near[at : at + FRAME_BYTES], far[at : at + FRAME_BYTES]) for at in frames
        )

    def _frame(self, near: bytes, far: bytes) -> bytes:
        cleaned = self._processor.process(np.frombuffer(near, "<i2"), np.frombuffer(far, "<i2"))
        return np.asarray(cleaned).astype("<i2").tobytes()
