"""How many connections there may be, from where, and how long one may take to say who it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from companion.engine.access.address import address_key, is_loopback
from companion.engine.access.window import Bucket
from companion.protocol.limits import HANDSHAKE_S, REQUEST_BURST, REQUESTS_PER_S

MOST_UNKNOWN = 1_024
"""Connections that have not said hello yet, in all; a restarted server gets its players at once."""


@dataclass(frozen=True, slots=True)
class ConnectionBounds:
    """Open connections: in all, and from one address (loopback counts in all only)."""

    most: int = 4_096
    per_address: int = 32


def request_bucket() -> Bucket:
    """The credit of one connection's requests: 30 at once, then 10 a second."""
    return Bucket(REQUESTS_PER_S, REQUEST_BURST)


class Door:
    """Counts connections and lets in what there is room for. On the engine's loop.

    A connection is `let_in` when its first byte may be read, `known` once its hello was accepted,
    `gone` when it ended. Numbers are drawn here, one a connection.
    """

    def __init__(self, bounds: Callable[[], ConnectionBounds] = ConnectionBounds) -> None:
        self._bounds = bounds
        self._addresses: dict[int, str] = {}
        self._per_address: Counter[str] = Counter()
        self._unknown: dict[int, float] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._addresses)

    def let_in(self, host: str, now: float) -> int | None:
        """Take a new connection.

        Returns:
            Its number; None when it must be closed at once, without an answer.
        """
        key = address_key(host)
        if not self._has_room(key):
            return None
        self._next += 1
        self._addresses[self._next] = key
        self._per_address[key] += 1
        self._unknown[self._next] = now + HANDSHAKE_S
        return self._next

    def known(self, number: int) -> None:
        """A connection said who it is; it has no deadline any more."""
        self._unknown.pop(number, None)

    def gone(self, number: int) -> None:
        """A connection ended; saying so twice is no error."""
        key = self._addresses.pop(number, None)
        self._unknown.pop(number, None)
        if key is not None:
            self._per_address[key] -= 1
            if not self._per_address[key]:
                del self._per_address[key]

    def overdue(self, now: float) -> tuple[int, ...]:
        """Connections that took too long to say who they are, however busily they send bytes."""
        return tuple(number for number, deadline in self._unknown.items() if deadline <= now)

    def next_deadline(self) -> float | None:
        """When `overdue` may name the next one."""
        return min(self._unknown.values(), default=None)

    def _has_room(self, key: str) -> bool:
        bounds = self._bounds()
        if len(self._addresses) >= bounds.most or len(self._unknown) >= MOST_UNKNOWN:
            return False
        return is_loopback(key) or self._per_address[key] < bounds.per_address
