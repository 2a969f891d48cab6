"""Notices a microphone that stopped delivering. Pure: told what came, asked at every look.

Neither PortAudio nor the sound servers say so: a stream whose device is unplugged goes on with
zeros, or its callbacks just end, or another source takes its place.
"""

from __future__ import annotations

import enum

FIRST_BLOCK_S = 8.0
"""A device may take this long to begin."""
FIRST_SIGNAL_S = 4.0
"""A headset that switches to its microphone delivers zeros for so long before it hears."""
STALL_S = 1.5
"""Live microphones pause for half a second when the computer is busy."""
ZEROS_S = 2.0
LOOK_S = 0.1
"""How often `look` is called. A computer that halts as a whole does not count as a stall: looks
are counted, not seconds."""


class Verdict(enum.StrEnum):
    """What a look found."""

    WELL = "well"
    STALLED = "no block"
    ZEROS = "zeros only"


class Watchdog:
    """Follows one stream. Told on the device's thread, asked on another; single fields only."""

    def __init__(self) -> None:
        self._blocks = 0
        self._seen = 0
        self._idle_looks = 0
        self._zeros_s = 0.0
        self._had_signal = False

    def block(self, seconds: float, *, is_zeros: bool) -> None:
        """Sound came."""
        self._zeros_s = self._zeros_s + seconds if is_zeros else 0.0
        self._had_signal = self._had_signal or not is_zeros
        self._blocks += 1

    def look(self) -> Verdict:
        """Whether the stream is well."""
        moved = self._blocks != self._seen
        self._seen = self._blocks
        self._idle_looks = 0 if moved else self._idle_looks + 1
        patience_s = STALL_S if self._blocks else FIRST_BLOCK_S
        if self._idle_looks * LOOK_S > patience_s:
            return Verdict.STALLED
        patience_s = ZEROS_S if self._had_signal else FIRST_SIGNAL_S
        return Verdict.ZEROS if self._zeros_s > patience_s else Verdict.WELL
