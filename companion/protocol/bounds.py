"""What one connection may do, and how that is counted. Pure: time is an argument."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from companion.protocol.limits import (
    BAD_FRAME_WINDOW_S,
    HANDSHAKE_S,
    ICON_BURST,
    ICONS_PER_S,
    MAX_BAD_FRAMES,
    REQUEST_BURST,
    REQUESTS_PER_S,
)

FRAMES_PER_S = 5 * REQUESTS_PER_S
FRAME_BURST = 20 * REQUEST_BURST
"""Frames of any kind; far more than a companion has reason to send, and far less than a flood."""
MAX_REFUSED = 200
"""Requests refused for coming too fast, within a minute; a peer that goes on is shown out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one connection may do.

    Attributes:
        requests_per_s, burst: Requests and pairing steps; after `burst` at once.
        icons_per_s, icon_burst: Requests for icons, likewise.
        frames_per_s, frame_burst: Frames of any kind; more of them end the connection.
        bad_frames: Undecodable ones within a minute that end the connection.
        handshake_s: From the first byte to the hello.
    """

    requests_per_s: float = REQUESTS_PER_S
    burst: float = REQUEST_BURST
    icons_per_s: float = ICONS_PER_S
    icon_burst: float = ICON_BURST
    frames_per_s: float = FRAMES_PER_S
    frame_burst: float = FRAME_BURST
    bad_frames: int = MAX_BAD_FRAMES
    handshake_s: float = HANDSHAKE_S


BOUNDS = Bounds()


@dataclass(slots=True)
class Credit:
    """A bucket that fills by itself.

    Attributes:
        left: What may still be taken now.
        at: When that was counted.
    """

    left: float
    at: float

    def take(self, now: float, per_s: float, most: float) -> bool:
        """Take one, if there is one."""
        self.left, self.at = min(most, self.left + (now - self.at) * per_s), now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


def count(times: deque[float], now: float) -> int:
    """Count one more, and how many there were in the last minute."""
    times.append(now)
    while now - times[0] >= BAD_FRAME_WINDOW_S:
        times.popleft()
    return len(times)
