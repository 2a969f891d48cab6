"""A WebSocket's server side over bare streams: the handshake, whole messages, every kind of end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from tests.gateway.http_wire import Request
from tests.gateway.record import Record
from tests.gateway.ws_frames import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    FrameReader,
    WsFrame,
    accept_of,
    frame_bytes,
)


class WsPeer:
    """One socket after its upgrade."""

    def __init__(
        self, record: Record, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._record = record
        self._reader = reader
        self._writer = writer
        self._has_left = False
        self.is_over = False
        """Whether the endpoint has said its last word; a client that leaves earlier hung up."""

    def accept(self, request: Request) -> None:
        """Answer the handshake."""
        if request.header("sec-websocket-extensions"):
            self._record.violate("login: compression was offered")
        accept = accept_of(request.header("sec-websocket-key"))
        self._writer.write(
            (
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
            ).encode()
        )

    async def messages(self) -> AsyncIterator[str | bytes]:
        """What the client sends, until it leaves or we do."""
        frames = FrameReader()
        with contextlib.suppress(ConnectionError):
            while data := await self._reader.read(1 << 16):
                for frame in frames.feed(data):
                    if (message := self._message(frame)) is not None:
                        yield message
                if self._has_left or self._writer.is_closing():
                    break
        if not self.is_over:
            self._record.hung_up.set()

    def say(self, text: str) -> None:
        """Send a text message."""
        self._writer.write(frame_bytes(TEXT, text.encode()))

    def ping(self) -> None:
        """Ask whether the client is there."""
        self._writer.write(frame_bytes(PING, b"there?"))

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Say goodbye."""
        self.is_over = True
        self._writer.write(frame_bytes(CLOSE, code.to_bytes(2, "big") + reason.encode()))

    def cut(self) -> None:
        """End the connection as a broken network does."""
        self.is_over = True
        self._writer.transport.abort()

    def _message(self, frame: WsFrame) -> str | bytes | None:
        if not frame.masked:
            self._record.violate("an unmasked frame")
        match frame.opcode:
            case opcode if opcode == TEXT:
                return frame.payload.decode()
            case opcode if opcode == BINARY:
                return frame.payload
            case opcode if opcode == PING:
                self._writer.write(frame_bytes(PONG, frame.payload))
            case opcode if opcode == CLOSE:
                self._has_left = True
                if not self.is_over:
                    self._writer.write(frame_bytes(CLOSE, frame.payload))
        return None
