"""The door in front of the WebSocket server: who finds no room is gone before a byte is read.

Give `guarded(...)` to `websockets.serve(create_connection=...)`, with `open_timeout=HANDSHAKE_S`
for peers that send their request drop by drop, and call `Door.known` once a hello was accepted.
TLS is done here too, not by the library: it would come before the door.

To whoever listens a text of one frame is handed on where it is read: through the library's queue
each would wake a task. What comes in pieces, before anybody listens, or is no text, takes the
library's way, and so does all that follows it, in order.

Pings, pongs and pieces of messages are no frames that a session ever sees. They are counted here:
the library answers each ping at once, and whoever sends them in a flood and never reads would fill
the engine's memory with answers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from websockets.asyncio.server import ServerConnection
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State

from companion.engine.access.encrypting import Encryption, encrypt
from companion.engine.access.limits import Door
from companion.protocol.bounds import BOUNDS, Bounds, Credit
from companion.support.clock import Clock
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

Take = Callable[[str], None]


class GuardedConnection(ServerConnection):
    """A connection that was counted. On the engine's loop.

    Attributes:
        number: What the door calls it; None when there was no room.
        address: The peer's, for limits of its own.
    """

    door: Door
    clock: Clock
    bounds: Bounds
    encryption: Encryption | None = None
    number: int | None = None
    address: str = ""
    _take: Take | None = None
    _is_queued: bool = False
    _unseen: Credit | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, or end it; what is encrypted is told to the library when it is."""
        if self.number is not None:
            super().connection_made(transport)
            return
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        assert isinstance(transport, asyncio.Transport)
        self.number = self.door.let_in(self.address, self.clock.monotonic(), transport.abort)
        if self.number is None:
            transport.abort()
        elif self.encryption is None:
            super().connection_made(transport)
        else:
            transport.pause_reading()
            spawn(self._encrypt(transport, self.encryption, self.number), "TLS handshake")

    def listen(self, take: Take) -> None:
        """Hand each whole text to `take` as soon as it is read; what is left is to be iterated."""
        self._take = take

    def write_texts(self, texts: Iterable[str]) -> None:
        """Send messages in one write; nothing happens once the connection is closing."""
        if self.protocol.state is State.OPEN:
            for text in texts:
                self.protocol.send_text(text.encode())
            self.transport.writelines(self.protocol.data_to_send())

    def process_event(self, event: Request | Response | Frame) -> None:
        """Hand a whole text on; leave all else to the library, and nothing after the end."""
        if self.transport.is_closing():
            return  # a flood that was broken off left hundreds of frames that are read already
        if isinstance(event, Frame) and event.opcode in DATA_OPCODES:
            if not self._is_queued and self._take and (text := _text_of(event)) is not None:
                self._hand_on(self._take, text)
                return
            self._is_queued = True
        if isinstance(event, Frame) and not self._may_send_more():
            logger.info("connection from %s broken off: a flood of frames", self.address)
            self.transport.abort()
            return
        super().process_event(event)

    async def _encrypt(self, plain: asyncio.Transport, encryption: Encryption, number: int) -> None:
        if not await encrypt(plain, self, encryption):
            self.door.gone(number)

    def _may_send_more(self) -> bool:
        """Count a frame that no session counts."""
        now = self.clock.monotonic()
        self._unseen = self._unseen or Credit(self.bounds.frame_burst, now)
        return self._unseen.take(now, self.bounds.frames_per_s, self.bounds.frame_burst)

    def _hand_on(self, take: Take, text: str) -> None:
        try:
            take(text)
        except Exception as error:  # noqa: BLE001 - a connection that breaks, breaks alone
            logger.error("a connection broke: %s", type(error).__name__)
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room."""
        if self.number is not None:
            self.door.gone(self.number)
            super().connection_lost(exc)


def guarded(
    door: Door, clock: Clock, bounds: Bounds = BOUNDS, encryption: Encryption | None = None
) -> type[GuardedConnection]:
    """The connection class of one server."""
    own = {"door": door, "clock": clock, "bounds": bounds, "encryption": encryption}
    return type("GuardedConnection", (GuardedConnection,), own)


def _text_of(frame: Frame) -> str | None:
    """The text of a message that is one frame; None for anything else."""
    if frame.opcode is not Opcode.TEXT or not frame.fin:
        return None
    try:
        return str(frame.data, "utf-8")
    except UnicodeDecodeError:
        return None  # the library ends the connection with 1007
