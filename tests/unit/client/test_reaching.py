"""Reaching a server: over no redirect, past no portal, and each cause is told by its name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from companion.client.connection import Connection
from companion.client.engine_source import EngineAddress, FixedEngine
from companion.protocol.client_session import ClientSession
from companion.support.clock import SystemClock
from companion.support.errors import Failure
from companion.support.loops import spawn

PATIENCE_S = 60.0


@asynccontextmanager
async def answering(words: bytes) -> AsyncIterator[int]:
    """A web server that gives everybody one answer; its port."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(words)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def why(port: int) -> Failure:
    """The first reason that a try gives."""
    told: asyncio.Queue[Failure] = asyncio.Queue()
    connection = Connection(
        FixedEngine(EngineAddress(f"ws://127.0.0.1:{port}/", "secret", is_server=True)),
        ClientSession("en_us"),
        SystemClock(),
        lambda event: None,
        lambda failure, detail: told.put_nowait(failure),
    )
    running = spawn(connection.run(), "connection")
    try:
        return await asyncio.wait_for(told.get(), PATIENCE_S)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", Failure.CAPTIVE_PORTAL),
        (b"HTTP/1.1 511 Sign in\r\nContent-Length: 0\r\n\r\n", Failure.CAPTIVE_PORTAL),
        (b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", Failure.NOT_A_COMPANION),
        (b"SSH-2.0-OpenSSH_9.6\r\n\r\n", Failure.NOT_A_COMPANION),
    ],
    ids=["page", "portal", "other server", "no web server"],
)
async def test_what_answers_instead_of_a_server_is_named(words: bytes, cause: Failure) -> None:
    async with answering(words) as port:
        assert await why(port) is cause


async def test_a_redirect_is_not_followed_since_it_would_get_the_token() -> None:
    visits: list[bytes] = []

    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(await reader.readuntil(b"\r\n\r\n"))
        writer.close()

    elsewhere = await asyncio.start_server(visited, "127.0.0.1", 0)
    async with elsewhere:
        there = elsewhere.sockets[0].getsockname()[1]
        words = f"HTTP/1.1 302 Go\r\nLocation: ws://127.0.0.1:{there}/\r\nContent-Length: 0\r\n\r\n"
        async with answering(words.encode()) as port:
            assert await why(port) is Failure.CAPTIVE_PORTAL
    assert visits == []


async def test_a_closed_port_is_named() -> None:
    async with answering(b"") as port:
        pass
    assert await why(port) is Failure.SERVER_REFUSED
