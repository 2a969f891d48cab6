"""The engine behind a WebSocket on loopback: a thin shell over sessions and runtime."""

from __future__ import annotations

import logging
from pathlib import Path

from websockets.asyncio.server import Server, ServerConnection, serve

from companion import __version__
from companion.engine.connection import Connection
from companion.engine.players import LOCAL_PLAYER
from companion.engine.runtime import Runtime, Setup
from companion.games.link import Link
from companion.language.translations import FALLBACK_LOCALE
from companion.protocol.limits import MAX_CLIENT_FRAME_BYTES
from companion.protocol.requests import Request
from companion.protocol.server_session import ServerSession
from companion.support.clock import Clock

logger = logging.getLogger(__name__)

transport_logger = logging.getLogger("companion.engine.transport")
transport_logger.setLevel(logging.WARNING)  # below it, websockets logs what was said

HOST = "127.0.0.1"
OVERSIZE_MARGIN_BYTES = 1024
"""Read this much over the bound, so that the session can answer before the transport hangs up."""
CLOSE_TIMEOUT_S = 2.0
QUEUED_FRAMES = 32


class EngineServer:
    """Serves one local player over any number of connections. `start` and `stop` on one loop."""

    def __init__(
        self,
        link: Link,
        token: str,
        clock: Clock,
        locale: str = FALLBACK_LOCALE,
        folder: Path | None = None,
    ) -> None:
        """Build the engine; blocks on the disk for some tens of milliseconds.

        Args:
            link: The game.
            token: What clients must show.
            clock: Where time comes from.
            locale: Language whose book is read before anyone asks.
            folder: The world's folder; None where nothing is kept.
        """
        self._token = token
        self._clock = clock
        self._runtime = Runtime(Setup(link, clock, folder, locale))
        self._generation = 0
        self._server: Server | None = None

    async def start(self) -> int:
        """Listen on a free port of loopback.

        Returns:
            The port.

        Raises:
            OSError: No port can be had.
        """
        await self._runtime.start()
        self._server = await serve(
            self._serve,
            HOST,
            0,
            compression=None,
            max_size=MAX_CLIENT_FRAME_BYTES + OVERSIZE_MARGIN_BYTES,
            max_queue=QUEUED_FRAMES,
            ping_interval=None,
            close_timeout=CLOSE_TIMEOUT_S,
            origins=[None],  # a browser states one: no web page may try tokens
            server_header=None,
            logger=transport_logger,
        )
        port: int = self._server.sockets[0].getsockname()[1]
        logger.info("engine listens on port %s", port)
        return port

    async def stop(self) -> None:
        """Cancel what runs, close every connection, stop listening."""
        await self._runtime.stop()
        if self._server:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, websocket: ServerConnection) -> None:
        self._generation += 1
        now = self._clock.monotonic()
        session = ServerSession(self._token, self._generation, now, __version__)
        connection = Connection(websocket, session, self._take, self._clock)
        self._runtime.connected(LOCAL_PLAYER, connection)
        try:
            await connection.run()
        finally:
            self._runtime.disconnected(LOCAL_PLAYER, connection)

    def _take(self, request: Request, connection: Connection) -> None:
        self._runtime.take(request, LOCAL_PLAYER, connection)
