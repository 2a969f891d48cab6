"""Wyoming's events (github.com/OHF-Voice/wyoming, version 1): a JSON line, JSON data, a payload.

Not the `wyoming` package: it reads lines and payloads without a bound, takes damage for the end of
the stream, and warns on import in the Python versions we support. Tests hold us to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

MOST_DATA_BYTES = 1 << 20
MOST_PAYLOAD_BYTES = 8 << 20
CONNECT_TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class WyomingEvent:
    """One event.

    Attributes:
        type: Such as `transcript`.
        data: Its fields.
        payload: Sound, where it carries some.
    """

    type: str
    data: Mapping[str, Any] = field(default_factory=dict)
    payload: bytes = b""


class _Line(msgspec.Struct):
    type: str
    data: dict[str, Any] | None = None
    data_length: int | None = None
    payload_length: int | None = None


class WyomingError(Exception):
    """The stream ended, or holds what is no event."""


def encoded(event: WyomingEvent) -> bytes:
    """An event as it goes over the wire."""
    data = msgspec.json.encode(event.data) if event.data else b""
    line: dict[str, Any] = {"type": event.type, "version": "1.7.0"}
    if data:
        line["data_length"] = len(data)
    if event.payload:
        line["payload_length"] = len(event.payload)
    return msgspec.json.encode(line) + b"\n" + data + event.payload


async def read_event(reader: asyncio.StreamReader) -> WyomingEvent:
    """Read the next event.

    Raises:
        WyomingError: There is none.
    """
    try:
        line = msgspec.json.decode(await reader.readuntil(b"\n"), type=_Line)
        data = dict(line.data or {})
        if line.data_length:
            block = await reader.readexactly(_bounded(line.data_length, MOST_DATA_BYTES))
            data |= msgspec.json.decode(block, type=dict[str, Any])
        payload = await reader.readexactly(_bounded(line.payload_length or 0, MOST_PAYLOAD_BYTES))
    except (msgspec.DecodeError, RecursionError, asyncio.LimitOverrunError) as error:
        raise WyomingError("what came is no event") from error
    except (asyncio.IncompleteReadError, OSError) as error:
        raise WyomingError("the connection ended") from error
    return WyomingEvent(line.type, data, payload)


def address_of(text: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT`, with or without `tcp://`.

    Raises:
        ValueError: It is no address.
    """
    host, colon, port = text.strip().removeprefix("tcp://").rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ValueError(f"{text!r} is no HOST:PORT")
    return host.strip("[]"), int(port)


class WyomingConnection:
    """One connection to a server. Lives in one task of one loop."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def write(self, event: WyomingEvent) -> None:
        """Send an event.

        Raises:
            WyomingError: The connection is over.
        """
        try:
            self._writer.write(encoded(event))
            await self._writer.drain()
        except OSError as error:
            raise WyomingError("the connection ended") from error

    async def read(self, timeout_s: float) -> WyomingEvent:
        """Wait for an event.

        Raises:
            WyomingError: None will come.
            TimeoutError: None came in time.
        """
        async with asyncio.timeout(timeout_s):
            return await read_event(self._reader)

    def abort(self) -> None:
        """End the connection at once."""
        self._writer.transport.abort()


async def connect(address: str) -> WyomingConnection:
    """Connect to a server; no proxy is used, since it stands in the same house.

    Raises:
        ValueError: The address is none.
        OSError: Nobody is there.
        TimeoutError: Nobody answers.
    """
    host, port = address_of(address)
    async with asyncio.timeout(CONNECT_TIMEOUT_S):
        return WyomingConnection(*await asyncio.open_connection(host, port))


def _bounded(length: int, most: int) -> int:
    if not 0 <= length <= most:
        raise WyomingError(f"a length of {length} bytes")
    return length
