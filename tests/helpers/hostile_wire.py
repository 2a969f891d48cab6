"""A WebSocket client that keeps no rule: raw frames over a raw socket (RFC 6455, 5.2)."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from companion.protocol.bounds import Bounds

TEXT, BINARY, CLOSE = 0x1, 0x2, 0x8
FIN, MASKED = 0x80, 0x80
NO_MASK = bytes(4)
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
WIDE = Bounds(
    requests_per_s=1e9,
    burst=1e9,
    icons_per_s=1e9,
    icon_burst=1e9,
    frames_per_s=1e9,
    frame_burst=1e9,
    bad_frames=10**9,
)
"""So wide that every hostile frame is judged."""


def head(length: int, opcode: int = TEXT, fin: int = FIN) -> bytes:
    """The head of a frame that announces `length` bytes; masked with zeros."""
    if length < 126:
        return struct.pack("!BB", fin | opcode, MASKED | length) + NO_MASK
    if length < 1 << 16:
        return struct.pack("!BBH", fin | opcode, MASKED | 126, length) + NO_MASK
    return struct.pack("!BBQ", fin | opcode, MASKED | 127, length) + NO_MASK


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    return head(len(payload), opcode) + payload


@dataclass
class RawPeer:
    """One raw connection; `received` is all that came after the upgrade."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    received: bytearray = field(default_factory=bytearray)

    async def upgrade(self) -> None:
        self.writer.write(UPGRADE)
        answer = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 10)
        assert b"101" in answer.split(b"\r\n", 1)[0]

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def read_to_end(self, limit_s: float = 10.0) -> bytes:
        """Everything until the server hangs up."""
        async with asyncio.timeout(limit_s):
            while True:
                try:
                    data = await self.reader.read(1 << 16)
                except ConnectionError:
                    return bytes(self.received)
                if not data:
                    return bytes(self.received)
                self.received += data

    async def read_until(self, count: int, of: bytes, limit_s: float) -> None:
        """Read until some bytes came so often."""
        found, rest = 0, b""
        async with asyncio.timeout(limit_s):
            while found < count:
                data = await self.reader.read(1 << 16)
                assert data, f"hung up after {found} of {count}"
                rest += data
                found += rest.count(of)
                rest = rest[-(len(of) - 1) :]


async def until(is_so: Callable[[], bool], limit_s: float = 10.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(limit_s):
        while not is_so():  # noqa: ASYNC110 - what is waited for lies behind a socket
            await asyncio.sleep(0.01)


def close_code(received: bytes) -> int:
    """The code of the close frame at the end of what came; 0 for none."""
    at = received.rfind(bytes([FIN | CLOSE]))
    return struct.unpack("!H", received[at + 2 : at + 4])[0] if at >= 0 else 0


@asynccontextmanager
async def raw(port: int, *, upgraded: bool = True) -> AsyncIterator[RawPeer]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    peer = RawPeer(reader, writer)
    try:
        if upgraded:
            await peer.upgrade()
        yield peer
    finally:
        writer.transport.abort()
