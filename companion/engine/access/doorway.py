"""The door in front of the WebSocket server: who finds no room is gone before a byte is read.

Give `guarded(...)` to `websockets.serve(create_connection=...)`, with `open_timeout=HANDSHAKE_S`
for peers that send their request drop by drop, and call `Door.known` once a hello was accepted.
"""

from __future__ import annotations

import asyncio

from websockets.asyncio.server import ServerConnection

from companion.engine.access.limits import Door
from companion.support.clock import Clock


class GuardedConnection(ServerConnection):
    """A connection that was counted. On the engine's loop.

    Attributes:
        number: What the door calls it; None when there was no room.
        address: The peer's, for limits of its own.
    """

    door: Door
    clock: Clock
    number: int | None = None
    address: str = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, or end it."""
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self.number = self.door.let_in(self.address, self.clock.monotonic())
        if self.number is not None:
            super().connection_made(transport)
        elif isinstance(transport, asyncio.Transport):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room."""
        if self.number is not None:
            self.door.gone(self.number)
            super().connection_lost(exc)


def guarded(door: Door, clock: Clock) -> type[GuardedConnection]:
    """The connection class of one server."""
    return type("GuardedConnection", (GuardedConnection,), {"door": door, "clock": clock})
