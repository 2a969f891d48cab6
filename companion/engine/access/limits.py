"""How many connections there may be, from where, and who goes where places are short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from companion.engine.access.address import address_key, is_loopback
from companion.engine.access.window import Bucket
from companion.protocol.limits import REQUEST_BURST, REQUESTS_PER_S

MOST_UNKNOWN = 1_024
"""Connections that have not said hello yet, in all; a restarted server gets its players at once."""
GRACE_S = 1.0
"""An honest companion says hello within a fraction of it. Where places are short, a newcomer gets
that of the stranger who is there longest and had this long: who opens a thousand connections and
says nothing keeps nobody out."""


@dataclass(frozen=True, slots=True)
class ConnectionBounds:
    """Open connections: in all, and from one address (loopback counts in all only)."""

    most: int = 4_096
    per_address: int = 32


@dataclass(frozen=True, slots=True)
class Unknown:
    """A connection that has not said hello yet.

    Attributes:
        since: When it came, by the monotonic clock.
        show_out: Ends it.
    """

    since: float
    show_out: Callable[[], None]


def request_bucket() -> Bucket:
    """The credit of one connection's requests: 30 at once, then 10 a second."""
    return Bucket(REQUESTS_PER_S, REQUEST_BURST)


class Door:
    """Counts connections and lets in what there is room for. On the engine's loop.

    A connection is `let_in` before its first byte is read, `known` once its hello was accepted,
    `gone` when it ended. Numbers are drawn here, one a connection.
    """

    def __init__(self, bounds: Callable[[], ConnectionBounds] = ConnectionBounds) -> None:
        self._bounds = bounds
        self._addresses: dict[int, str] = {}
        self._per_address: Counter[str] = Counter()
        self._unknown: dict[int, Unknown] = {}
        self._next = 0

    def __len__(self) -> int:
        return len(self._addresses)

    def let_in(self, host: str, now: float, show_out: Callable[[], None]) -> int | None:
        """Take a new connection; another one may have to go for it.

        Args:
            host: Where it comes from.
            now: By the monotonic clock.
            show_out: Ends the connection at once; called at most once, before it is `known`.

        Returns:
            Its number; None when it must be closed at once, without an answer.
        """
        key = address_key(host)
        if not self._has_room(key, now):
            return None
        self._next += 1
        self._addresses[self._next] = key
        self._per_address[key] += 1
        self._unknown[self._next] = Unknown(now, show_out)
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

    def _has_room(self, key: str, now: float) -> bool:
        bounds = self._bounds()
        if not is_loopback(key) and self._per_address[key] >= bounds.per_address:
            return False
        is_full = len(self._addresses) >= bounds.most or len(self._unknown) >= MOST_UNKNOWN
        return not is_full or self._made_room(now)

    def _made_room(self, now: float) -> bool:
        """Show the stranger out who is there longest, if there is one who had time enough."""
        number, oldest = next(iter(self._unknown.items()), (0, None))
        if oldest is None or now - oldest.since < GRACE_S:
            return False
        self.gone(number)
        oldest.show_out()
        return True
