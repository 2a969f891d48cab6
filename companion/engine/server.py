"""The engine behind a WebSocket: a thin shell over sessions, entrance and runtime."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from uuid import UUID

from websockets.asyncio.server import Server

from companion import __version__
from companion.engine.access.device_places import DevicePlaces
from companion.engine.access.doorway import GuardedConnection
from companion.engine.access.gate import Stranger
from companion.engine.announcing import Announcing
from companion.engine.connection import Connection
from companion.engine.entrance import Admitted, Entrance, local_entrance
from companion.engine.listener import Listener, listen
from companion.engine.runtime import Runtime, Setup
from companion.games.link import Link
from companion.language.translations import FALLBACK_LOCALE
from companion.protocol.bounds import BOUNDS, Bounds
from companion.protocol.limits import HANDSHAKE_S
from companion.protocol.requests import Heard, Hello, Request
from companion.protocol.server_event import Standing
from companion.protocol.server_session import ServerSession
from companion.protocol.signon import Pair
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

logger = logging.getLogger(__name__)


class PlayerServer:
    """Serves any number of players over any number of connections. `start`, `stop` on one loop."""

    def __init__(
        self, runtime: Runtime, entrance: Entrance, clock: Clock, listener: Listener
    ) -> None:
        self.runtime = runtime
        self._entrance = entrance
        self._clock = clock
        self._listener = listener
        self._generation = 0
        self._server: Server | None = None
        self._places: DevicePlaces[Connection] = DevicePlaces()
        self._pairing: dict[UUID, asyncio.Task[None]] = {}
        self._strangers: dict[UUID, Connection] = {}
        self._announcing = Announcing()

    @property
    def connections(self) -> int:
        """How many there are, also those that have not said hello."""
        return len(self._listener.door)

    async def start(self) -> int:
        """Listen.

        Returns:
            The port.

        Raises:
            OSError: The port cannot be had.
        """
        await self.runtime.start()
        try:
            self._server = await listen(self._serve, self._listener, self._clock)
        except OSError:
            await self.runtime.stop()
            raise
        port: int = self._server.sockets[0].getsockname()[1]
        logger.info("engine listens on port %s", port)
        return port

    async def stop(self) -> None:
        """Cancel what runs, close every connection, stop listening."""
        await self.runtime.stop()
        for task in self._pairing.values():
            task.cancel()
        if self._server:
            self._server.close()
            await self._server.wait_closed()

    def turn_away(self, device: UUID) -> None:
        """End the connections of a device that was revoked."""
        for connection in self._places.of(device):
            connection.turn_away()

    def stranger(self, attempt: UUID) -> Connection | None:
        """The connection on which somebody tries to sign on."""
        return self._strangers.get(attempt)

    def opened(self, connection: Connection, hello: Hello) -> None:
        """Begin a player's visit, or wait for a stranger to pair."""
        match connection.who:
            case Admitted(player, device):
                if device and (oldest := self._places.came(device, connection)):
                    oldest.break_off("too many connections of one device")
                self.runtime.connected(player, connection)
            case _:
                self._strangers[connection.attempt] = connection

    def asked(self, connection: Connection, request: Request) -> None:
        """Hand a request on in its player's name."""
        if not isinstance(connection.who, Admitted):
            connection.refuse(request.request, Failure.NOT_PAIRED)
            return
        try:
            self.runtime.take(request, connection.who.player, connection)
        except Exception as error:  # noqa: BLE001 - a request that breaks, breaks alone
            logger.error("request %s broke: %s", request.request, type(error).__name__)
            connection.refuse(request.request, Failure.INTERNAL)

    def pairing(self, connection: Connection, message: Pair) -> None:
        """Take one step of a sign-on; the next one has to wait for it."""
        running = self._pairing.get(connection.attempt)
        if running and not running.done():
            connection.refuse(message.request, Failure.BUSY)
            return
        step = spawn(self._pair(connection, message), "sign-on")
        self._pairing[connection.attempt] = step

    def listened(self, connection: Connection, heard: Heard) -> None:
        """Note how much of a reply its player heard; a player's words about their own replies."""
        if isinstance(connection.who, Admitted):
            self.runtime.desk(connection.who.player.uuid).player.listened(heard)

    def announced(self, connection: Connection) -> None:
        """Have an announcement written soon, if no reply takes it along."""
        self._announcing.soon(connection.flush)

    async def _pair(self, connection: Connection, message: Pair) -> None:
        try:
            async with asyncio.timeout(HANDSHAKE_S):
                answer = await self._entrance.pair(connection.attempt, message, connection.address)
        except CompanionError as error:
            connection.refuse(message.request, error.failure)
        except TimeoutError:
            connection.refuse(message.request, Failure.DEADLINE_EXCEEDED)
        else:
            connection.send(answer)

    async def _serve(self, websocket: GuardedConnection) -> None:
        connection = self._connect(websocket)
        try:
            await connection.run()
        finally:
            self._left(connection)

    def _connect(self, websocket: GuardedConnection) -> Connection:
        self._generation += 1

        def judge(token: str) -> Standing | None:
            who = connection.who = self._entrance.who(token)
            if who is None:
                return None
            self._known(websocket)
            return Standing.STRANGER if isinstance(who, Stranger) else Standing.PLAYER

        now, bounds = self._clock.monotonic(), self._listener.bounds
        session = ServerSession(judge, self._generation, now, __version__, bounds)
        connection = Connection(websocket, session, self, self._clock, websocket.address)
        return connection

    def _known(self, websocket: GuardedConnection) -> None:
        if websocket.number is not None:
            self._listener.door.known(websocket.number)

    def _left(self, connection: Connection) -> None:
        self._strangers.pop(connection.attempt, None)
        if step := self._pairing.pop(connection.attempt, None):
            step.cancel()
        match connection.who:
            case Admitted(player, device):
                if device:
                    self._places.left(device, connection)
                self.runtime.disconnected(player, connection)
            case Stranger():
                self._entrance.left(connection.attempt)


class EngineServer(PlayerServer):
    """The embedded engine: one local player, on loopback, known by a token."""

    def __init__(
        self,
        link: Link,
        token: str,
        clock: Clock,
        locale: str = FALLBACK_LOCALE,
        folder: Path | None = None,
        bounds: Bounds = BOUNDS,
    ) -> None:
        """Build the engine; blocks on the disk for some tens of milliseconds.

        Args:
            link: The game.
            token: What clients must show.
            clock: Where time comes from.
            locale: Language whose book is read before anyone asks.
            folder: The world's folder; None where nothing is kept.
            bounds: Of one connection.
        """
        runtime = Runtime(Setup(link, clock, folder, locale))
        super().__init__(runtime, local_entrance(token), clock, Listener(bounds=bounds))
