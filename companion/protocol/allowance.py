"""How much one peer has sent, and whether that is too much. Pure: time is an argument."""

from __future__ import annotations

from collections import deque

from companion.protocol.bounds import MAX_REFUSED, Bounds, Credit, count
from companion.protocol.pack import AssetRequest
from companion.protocol.requests import Request
from companion.protocol.signon import Pair


class Allowance:
    """Guards what is left to the peer of one connection."""

    def __init__(self, bounds: Bounds, now: float) -> None:
        self._bounds = bounds
        self._requests = Credit(bounds.burst, now)
        self._icons = Credit(bounds.icon_burst, now)
        self._frames = Credit(bounds.frame_burst, now)
        self._bad_frames: deque[float] = deque()
        self._refusals: deque[float] = deque()

    def may_send(self, now: float) -> bool:
        """Count a frame of any kind; False where there are too many."""
        return self._frames.take(now, self._bounds.frames_per_s, self._bounds.frame_burst)

    def may_ask(self, request: Request | Pair, now: float) -> bool:
        """Count a request; False where it comes too fast."""
        bounds = self._bounds
        if isinstance(request, AssetRequest):
            return self._icons.take(now, bounds.icons_per_s, bounds.icon_burst)
        return self._requests.take(now, bounds.requests_per_s, bounds.burst)

    def is_bad_frame_the_last(self, now: float) -> bool:
        """Count a frame that could not be read; True where it is one too many."""
        return count(self._bad_frames, now) >= self._bounds.bad_frames

    def is_refusal_the_last(self, now: float) -> bool:
        """Count a request that came too fast; True where a peer does not stop."""
        return count(self._refusals, now) >= MAX_REFUSED
