"""The engine behind a WebSocket on loopback: a thin shell over sessions, desk and runtime."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from websockets.asyncio.server import Server, ServerConnection, serve

from companion import __version__
from companion.engine.connection import Connection
from companion.engine.execution.desk import Desk
from companion.engine.execution.player import Player
from companion.engine.execution.workers import Workers
from companion.engine.module import Module
from companion.engine.registry import MODULES
from companion.engine.runtime import Runtime
from companion.games.link import Link
from companion.language.translations import FALLBACK_LOCALE
from companion.protocol.limits import MAX_CLIENT_FRAME_BYTES
from companion.protocol.server_session import ServerSession
from companion.support.clock import Clock
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

transport_logger = logging.getLogger("companion.engine.transport")
transport_logger.setLevel(logging.WARNING)  # below it, websockets logs what was said

HOST = "127.0.0.1"
OVERSIZE_MARGIN_BYTES = 1024
"""Read this much over the bound, so that the session can answer before the transport hangs up."""
CLOSE_TIMEOUT_S = 2.0
QUEUED_FRAMES = 32
INTERACTIVE_WORKERS, INTERACTIVE_WAITING = 4, 32
"""ENG-005; fixed (ENG-008)."""
MAINTENANCE_WORKERS, MAINTENANCE_WAITING = 2, 32
"""ENG-007."""


class EngineServer:
    """Serves one local player over any number of connections. `start` and `stop` on one loop."""

    def __init__(
        self,
        link: Link,
        token: str,
        clock: Clock,
        locale: str = FALLBACK_LOCALE,
        modules: Sequence[Module] = MODULES,
    ) -> None:
        """Build the engine; blocks on the disk for some tens of milliseconds.

        Args:
            link: The game.
            token: What clients must show.
            clock: Where time comes from.
            locale: Language whose book is read before anyone asks.
            modules: Features; all of them by default.
        """
        self._token = token
        self._clock = clock
        self._locale = locale
        self._interactive = Workers("interactive", INTERACTIVE_WORKERS, INTERACTIVE_WAITING)
        self._maintenance = Workers("maintenance", MAINTENANCE_WORKERS, MAINTENANCE_WAITING)
        self._runtime = Runtime(link, modules, self._interactive, self._maintenance)
        self._desk = Desk(self._runtime, Player(), clock)
        self._generation = 0
        self._server: Server | None = None

    async def start(self) -> int:
        """Listen on a free port of loopback.

        Returns:
            The port.

        Raises:
            OSError: No port can be had.
        """
        self._interactive.start()
        self._maintenance.start()
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
        spawn(self._runtime.warm_up(self._locale), "warm up")
        port: int = self._server.sockets[0].getsockname()[1]
        logger.info("engine listens on port %s", port)
        return port

    async def stop(self) -> None:
        """Cancel what runs, close every connection, stop listening."""
        self._desk.stop()
        if self._server:
            self._server.close()
            await self._server.wait_closed()
        self._interactive.stop()
        self._maintenance.stop()

    async def _serve(self, websocket: ServerConnection) -> None:
        self._generation += 1
        now = self._clock.monotonic()
        session = ServerSession(self._token, self._generation, now, __version__)
        await Connection(websocket, session, self._desk.take, self._clock).run()
