"""One companion of the load: a connection that costs next to nothing.

A client library's own work would be measured with the engine's, so the frames are taken apart here;
every message is decoded all the same.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

from companion.protocol.codec import decode_server, encode
from companion.protocol.limits import PROTOCOL_VERSION
from companion.protocol.requests import ClientMessage, Hello
from companion.protocol.responses import ErrorMessage, Notice, Reply, Welcome

_TEXT, _CLOSE = 0x1, 0x8
_MASKED = 0x80


class Companion(asyncio.Protocol):
    """One connection. On the bench's loop.

    Attributes:
        welcomed: Done once the engine knows whose it is.
    """

    def __init__(self, token: str, heard: Callable[[Reply | ErrorMessage | Notice], None]) -> None:
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._token = token
        self._heard = heard
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take apart what came."""
        self._buffer += data
        if not self._is_open and not self._opened():
            return
        while (frame := _next_frame(self._buffer)) is not None:
            self._take(*frame)

    def connection_lost(self, exc: Exception | None) -> None:
        """End; a companion that was not welcomed never will be."""
        self._transport = None
        if not self.welcomed.done():
            self.welcomed.set_exception(exc or ConnectionError("turned away"))

    def send(self, message: ClientMessage) -> None:
        """Send a message; a lost connection shows by the answer that does not come."""
        if self._transport:
            self._transport.write(framed(encode(message).encode()))

    def close(self) -> None:
        """Hang up."""
        if self._transport:
            self._transport.abort()

    def _opened(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            self.close()
            return False
        self._is_open, self._buffer = True, bytearray(rest)
        self.send(Hello(PROTOCOL_VERSION, self._token, "en_us"))
        return True

    def _take(self, kind: int, body: bytes) -> None:
        if kind == _CLOSE:
            self.close()
        if kind != _TEXT:
            return
        match decode_server(body):
            case Welcome() if not self.welcomed.done():
                self.welcomed.set_result(None)
            case Reply() | ErrorMessage() | Notice() as message:
                self._heard(message)
            case _:
                pass


def framed(body: bytes) -> bytes:
    """A text frame of a client; masked, as it has to be, with zeros, which leave it as it is."""
    size, mask = len(body), b"\0\0\0\0"
    if size < 126:
        return bytes((_MASKED | _TEXT, _MASKED | size)) + mask + body
    return bytes((_MASKED | _TEXT, _MASKED | 126)) + size.to_bytes(2, "big") + mask + body


def _next_frame(buffer: bytearray) -> tuple[int, bytes] | None:
    """Take the first whole frame of a server off the buffer: kind and body."""
    if len(buffer) < 2:
        return None
    size, start = buffer[1] & 0x7F, 2
    if size > 125:
        start = 4 if size == 126 else 10
        if len(buffer) < start:
            return None
        size = int.from_bytes(buffer[2:start], "big")
    if len(buffer) < start + size:
        return None
    kind, body = buffer[0] & 0x0F, bytes(buffer[start : start + size])
    del buffer[: start + size]
    return kind, body
