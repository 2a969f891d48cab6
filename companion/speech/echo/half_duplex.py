"""No canceller at all: nothing is heard while we speak."""

from __future__ import annotations

from companion.speech.audio.format import bytes_of, is_digital_silence
from companion.speech.events import LISTEN_RATE_HZ

RING_S = 0.3
"""How long a room and a device go on after the last sample."""


class HalfDuplex:
    """Hears nothing while we speak and shortly after. Pure; its clock is the sound."""

    def __init__(self) -> None:
        self._deaf_bytes = 0

    def clean(self, heard: bytes, played: bytes) -> bytes:
        """The sound itself, or silence."""
        if not is_digital_silence(played):
            self._deaf_bytes = bytes_of(RING_S, LISTEN_RATE_HZ)
        elif self._deaf_bytes > 0:
            self._deaf_bytes -= len(heard)
        return bytes(len(heard)) if self._deaf_bytes > 0 else heard
