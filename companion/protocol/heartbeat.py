"""Whether the other side of a connection is still there; pure, like the session it belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from companion.protocol.limits import HEARTBEAT_S, SILENCE_S

DOUBT_S = HEARTBEAT_S + 1.0
"""A link that is in doubt has this long to show a heartbeat of the other side."""


@dataclass(slots=True)
class Heartbeat:
    """When the other side was heard last and when ours is due. Times in the caller's seconds."""

    _heard_at: float = 0.0
    _next: float = 0.0

    def begin(self, now: float) -> None:
        """A connection begins: that counts as having heard of the other side."""
        self._heard_at = now
        self.sent(now)

    def heard(self, now: float) -> None:
        """The other side said something."""
        self._heard_at = now

    def sent(self, now: float) -> None:
        """We said something that serves as a heartbeat."""
        self._next = now + HEARTBEAT_S

    def doubt(self, now: float) -> None:
        """Give the other side `DOUBT_S` to show that it is there, and say something at once."""
        self._heard_at = min(self._heard_at, now - SILENCE_S + DOUBT_S)
        self._next = now

    def is_dead(self, now: float) -> bool:
        """Whether the other side was silent for too long."""
        return now >= self._heard_at + SILENCE_S

    def is_due(self, now: float) -> bool:
        """Whether it is time for ours."""
        return now >= self._next

    def deadline(self) -> float:
        """When one of both is the case next."""
        return min(self._next, self._heard_at + SILENCE_S)
