"""Listening for companions: the WebSocket library, told our bounds, behind our door."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from ssl import SSLContext

from websockets.asyncio.server import Server, ServerConnection, serve

from companion.engine.access.doorway import GuardedConnection, guarded
from companion.engine.access.encrypting import Encryption, keep_buffers_small
from companion.engine.access.limits import Door
from companion.engine.access.listening import Place
from companion.engine.connection import WRITE_LIMIT_BYTES
from companion.protocol.bounds import BOUNDS, Bounds
from companion.protocol.limits import MAX_CLIENT_FRAME_BYTES
from companion.support.clock import Clock

transport_logger = logging.getLogger("companion.engine.transport")
transport_logger.setLevel(logging.CRITICAL)  # it would log what was said, and every bad handshake

HOST = "127.0.0.1"
LOOPBACK = Place(HOST, 0)
OVERSIZE_MARGIN_BYTES = 1024
"""Read this much over the bound, so that the session can answer before the transport hangs up."""
CLOSE_TIMEOUT_S = 2.0
QUEUED_FRAMES = 32
BACKLOG = 512


@dataclass(frozen=True, slots=True)
class Listener:
    """Where and how to listen.

    Attributes:
        tls: None for plain, which only loopback should be.
        bounds: Of one connection.
    """

    place: Place = LOOPBACK
    tls: SSLContext | None = None
    door: Door = field(default_factory=Door)
    bounds: Bounds = BOUNDS


async def listen(
    serve_one: Callable[[GuardedConnection], Awaitable[None]], listener: Listener, clock: Clock
) -> Server:
    """Serve whoever connects.

    Args:
        serve_one: Called with each connection whose handshake is done, until it returns.
        listener: Where and how.
        clock: For the door.

    Raises:
        OSError: The port cannot be had.
    """

    async def guarded_one(websocket: ServerConnection) -> None:
        assert isinstance(websocket, GuardedConnection)
        await serve_one(websocket)

    handshake_s = listener.bounds.handshake_s
    close_s = min(CLOSE_TIMEOUT_S, handshake_s)
    encryption = None
    if listener.tls:
        keep_buffers_small()
        encryption = Encryption(listener.tls, handshake_s, close_s)
    return await serve(
        guarded_one,
        listener.place.host,
        listener.place.port,
        compression=None,
        max_size=MAX_CLIENT_FRAME_BYTES + OVERSIZE_MARGIN_BYTES,
        max_queue=QUEUED_FRAMES,
        write_limit=WRITE_LIMIT_BYTES,
        open_timeout=handshake_s,
        ping_interval=None,
        close_timeout=close_s,
        origins=[None],  # a browser states one: no web page may try tokens
        server_header=None,
        logger=transport_logger,
        create_connection=guarded(listener.door, clock, listener.bounds, encryption),
        backlog=BACKLOG,
    )
