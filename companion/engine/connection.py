"""One client's connection: frames in, frames out, and the heartbeat. On the engine's loop."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol, assert_never
from uuid import UUID, uuid4

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from companion.engine.access.gate import Stranger
from companion.engine.entrance import Admitted
from companion.language.translations import FALLBACK_LOCALE
from companion.protocol.limits import SILENCE_S
from companion.protocol.requests import Hello, Request
from companion.protocol.responses import ServerMessage
from companion.protocol.server_session import (
    Asked,
    Event,
    Listened,
    Opened,
    PairingAsked,
    ServerSession,
)
from companion.protocol.signon import Pair
from companion.support.clock import Clock
from companion.support.errors import Failure

logger = logging.getLogger(__name__)


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
        websocket: ServerConnection,
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
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Serve until either side ends the connection."""
        try:
            async with asyncio.TaskGroup() as tasks:
                reader = tasks.create_task(self._read())
                await self._write()
                reader.cancel()
        finally:
            self.is_open = False

    def accept(self, request: UUID, deadline_s: float) -> None:
        """Announce that a request is worked on."""
        self._session.accept(request, deadline_s)
        self._changed.set()

    def refuse(self, request: UUID, failure: Failure) -> None:
        """Answer that a request does not run."""
        self._session.refuse(request, failure)
        self._queued()

    def send(self, message: ServerMessage) -> None:
        """Send a message; dropped once the connection has ended."""
        if self.is_open:
            self._session.send(message)
            self._queued()

    def turn_away(self) -> None:
        """End it: the device it came from was revoked."""
        self._session.turn_away()
        self._changed.set()

    async def _read(self) -> None:
        try:
            async for frame in self._websocket:
                self._session.receive(frame, self._clock.monotonic())
                for event in self._session.events():
                    self._handle(event)
                self._queued()
        except ConnectionClosed as closed:
            logger.debug("connection %s lost: %s", self.generation, type(closed).__name__)
        self.is_open = False
        self._changed.set()

    def _queued(self) -> None:
        """Have the writer look; one that is stuck in a write does not, so break off here."""
        closing = self._session.closing
        if closing and closing.is_abrupt:
            logger.info("connection %s broken off: %s", self.generation, closing.reason)
            self._websocket.transport.abort()
        self._changed.set()

    def _handle(self, event: Event) -> None:
        match event:
            case Opened(hello):
                self.locale = hello.locale
                logger.info("connection %s: client %r", self.generation, hello.client)
                self._host.opened(self, hello)
            case Asked(request):
                self._host.asked(self, request)
            case PairingAsked(message):
                self._host.pairing(self, message)
            case Listened(heard):
                logger.debug("request %s: %s sentences heard", heard.request, heard.sentences)
            case _:
                assert_never(event)

    async def _write(self) -> None:
        """Send what is queued; between that, keep the heartbeat."""
        try:
            while self.is_open:
                await self._send_queued()
                if closing := self._session.closing:
                    logger.info("connection %s closed: %s", self.generation, closing.reason)
                    self.is_open = False
                    await self._websocket.close(closing.code, closing.reason)
                    return
                await self._wait()
                self._session.tick(self._clock.monotonic())
        except ConnectionClosed as closed:
            logger.debug("connection %s lost: %s", self.generation, type(closed).__name__)
        except TimeoutError:
            logger.info("connection %s does not read: aborted", self.generation)
            self._websocket.transport.abort()

    async def _send_queued(self) -> None:
        """Write the queued frames.

        Raises:
            TimeoutError: The peer took nothing for SILENCE_S; it is dead.
        """
        for frame in self._session.data_to_send():
            async with asyncio.timeout(SILENCE_S):
                await self._websocket.send(frame)

    async def _wait(self) -> None:
        """Until something is queued or the session's next deadline."""
        left = self._session.next_deadline() - self._clock.monotonic()
        try:
            async with asyncio.timeout(max(0.0, left)):
                await self._changed.wait()
        except TimeoutError:
            pass
        self._changed.clear()
