"""One client's connection: frames in, frames out, and the heartbeat. On the engine's loop.

What is queued is written at once. Only for a peer that reads slowly, and for the end, is there
a task beside the reader: no task wakes for each frame of a thousand companions.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol, assert_never
from uuid import UUID, uuid4

from websockets.exceptions import ConnectionClosed

from companion.engine.access.doorway import GuardedConnection
from companion.engine.access.gate import Stranger
from companion.engine.entrance import Admitted
from companion.language.translations import FALLBACK_LOCALE
from companion.protocol.limits import SILENCE_S
from companion.protocol.requests import Heard, Hello, Request
from companion.protocol.responses import ServerMessage
from companion.protocol.server_event import Asked, Event, Listened, Opened, PairingAsked
from companion.protocol.server_session import ServerSession
from companion.protocol.signon import Pair
from companion.support.clock import Clock
from companion.support.errors import Failure
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

WRITE_LIMIT_BYTES = 64 * 1024
"""What the system has not taken yet; with more, the peer reads slowly."""


class Host(Protocol):
    """What a connection's events go to."""

    def opened(self, connection: Connection, hello: Hello) -> None:
        """The peer was welcomed; `connection.who` says as whom."""
        ...

    def asked(self, connection: Connection, request: Request) -> None:
        """A player's request; returns at once."""
        ...

    def pairing(self, connection: Connection, message: Pair) -> None:
        """A stranger's step towards a sign-on; returns at once."""
        ...

    def listened(self, connection: Connection, heard: Heard) -> None:
        """How much of a reply its player heard."""
        ...

    def announced(self, connection: Connection) -> None:
        """Something is queued that may wait a little; `flush` it soon."""
        ...


class Connection:
    """A thin shell around a `ServerSession`; it is the `Peer` that requests come from.

    Attributes:
        generation: Number of this connection.
        address: The peer's, for limits.
        attempt: What a sign-on over this connection is called.
        who: Set by the hello; nothing else changes it (PROTO-029).
        locale: Language the player reads, once the hello came.
        is_open: False once it ended.
    """

    def __init__(
        self,
        websocket: GuardedConnection,
        session: ServerSession,
        host: Host,
        clock: Clock,
        address: str = "",
    ) -> None:
        self.generation = session.generation
        self.address = address
        self.attempt = uuid4()
        self.who: Admitted | Stranger | None = None
        self.locale = FALLBACK_LOCALE
        self.is_open = True
        self._websocket = websocket
        self._session = session
        self._host = host
        self._clock = clock
        self._writing: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Serve until either side ends the connection."""
        self._wake_in_time()
        self._websocket.listen(self._receive)
        try:
            async for frame in self._websocket:
                self._receive(frame)
        except ConnectionClosed as closed:
            logger.debug("connection %s lost: %s", self.generation, type(closed).__name__)
        finally:
            self.is_open = False
            if self._timer:
                self._timer.cancel()
            if self._writing:
                self._writing.cancel()

    def accept(self, request: UUID, deadline_s: float) -> None:
        """Announce that a request is worked on; it goes out with the reply where that is quick."""
        self._session.accept(request, deadline_s)
        self._host.announced(self)

    def refuse(self, request: UUID, failure: Failure) -> None:
        """Answer that a request does not run."""
        self._session.refuse(request, failure)
        self._flush()

    def send(self, message: ServerMessage) -> None:
        """Send a message; dropped once the connection has ended."""
        if self.is_open:
            self._session.send(message)
            self._flush()

    def turn_away(self) -> None:
        """End it: the device it came from was revoked."""
        self._session.turn_away()
        self._flush()

    def break_off(self, reason: str) -> None:
        """End it at once, whatever waits for its peer."""
        self._session.break_off(reason)
        self._flush()

    def flush(self) -> None:
        """Write what is queued, also what may wait."""
        self._flush(also_what_may_wait=True)

    def _receive(self, frame: str | bytes) -> None:
        now = self._clock.monotonic()
        self._session.receive(frame, now)
        for event in self._session.events():
            self._handle(event)
        self._session.tick(now)
        self._flush()

    def _handle(self, event: Event) -> None:
        match event:
            case Opened(hello):
                self.locale = hello.locale
                self._wake_in_time()  # from now on there is a heartbeat
                logger.info("connection %s: client %r", self.generation, hello.client)
                self._host.opened(self, hello)
            case Asked(request):
                self._host.asked(self, request)
            case PairingAsked(message):
                self._host.pairing(self, message)
            case Listened(heard):
                self._host.listened(self, heard)
            case _:
                assert_never(event)

    def _wake_in_time(self) -> None:
        """Be there at the session's next deadline; one that moves on meanwhile costs a look."""
        if self._timer:
            self._timer.cancel()
        left = self._session.next_deadline() - self._clock.monotonic()
        self._timer = asyncio.get_running_loop().call_later(max(0.0, left), self._tick)

    def _tick(self) -> None:
        self._session.tick(self._clock.monotonic())
        self._flush()
        if self.is_open:
            self._wake_in_time()

    def _flush(self, *, also_what_may_wait: bool = False) -> None:
        """Write what is queued, as far as the peer takes it; what is left gets a task."""
        closing = self._session.closing
        if closing and closing.is_abrupt:
            logger.info("connection %s broken off: %s", self.generation, closing.reason)
            self._websocket.transport.abort()
            return
        if self._writing or not self.is_open:
            return
        if not (closing or also_what_may_wait or self._session.is_urgent):
            return
        if self._websocket.transport.get_write_buffer_size() <= WRITE_LIMIT_BYTES:
            self._websocket.write_texts(self._session.data_to_send())
            if not closing:
                return
        self._writing = spawn(self._write(), "slow writer")

    async def _write(self) -> None:
        """Wait for a peer that reads slowly, and end the connection where that is due."""
        try:
            await self._send_queued()
            if closing := self._session.closing:
                logger.info("connection %s closed: %s", self.generation, closing.reason)
                self.is_open = False
                await self._websocket.close(closing.code, closing.reason)
        except ConnectionClosed as closed:
            logger.debug("connection %s lost: %s", self.generation, type(closed).__name__)
        except TimeoutError:
            logger.info("connection %s does not read: aborted", self.generation)
            self._websocket.transport.abort()
        finally:
            self._writing = None

    async def _send_queued(self) -> None:
        """Write frames until none is queued any more.

        Raises:
            TimeoutError: The peer took nothing for SILENCE_S; it is dead.
        """
        while frames := self._session.data_to_send():
            for frame in frames:
                async with asyncio.timeout(SILENCE_S):
                    await self._websocket.send(frame)
