"""Reaching a server: over no redirect, past no portal, and each cause is told by its name."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import ServerConnection, serve

from companion.client import dialling
from companion.client.connection import Connection
from companion.client.engine_source import EngineAddress, FixedEngine
from companion.language.phrase import phrase
from companion.protocol.client_session import ClientSession
from companion.protocol.codec import encode
from companion.protocol.limits import CLOSE_VERSION
from companion.protocol.responses import ErrorMessage, Welcome
from companion.protocol.session_event import ConnectionLost, SessionEvent
from companion.protocol.version import OLDER_CLIENT, OLDER_ENGINE
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
    return (await what(f"ws://127.0.0.1:{port}/"))[0]


async def what(url: str) -> tuple[Failure, str]:
    """The same with its detail, wherever the server is."""
    told: asyncio.Queue[tuple[Failure, str]] = asyncio.Queue()

    def take(event: SessionEvent) -> None:
        if isinstance(event, ConnectionLost):
            told.put_nowait((event.failure, event.detail))

    connection = Connection(
        FixedEngine(EngineAddress(url, "secret", is_server=True)),
        ClientSession("en_us"),
        SystemClock(),
        take,
        lambda failure, detail: told.put_nowait((failure, detail)),
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


@asynccontextmanager
async def mute() -> AsyncIterator[int]:
    """Takes every connection and says nothing; its port."""

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.parametrize("scheme", ["ws", "wss"])
async def test_who_takes_the_connection_and_says_nothing_is_given_up(monkeypatch, scheme) -> None:
    monkeypatch.setattr(dialling, "OPEN_TIMEOUT_S", 0.1)
    async with mute() as port:
        assert await what(f"{scheme}://127.0.0.1:{port}/") == (Failure.SERVER_SILENT, "")


def behind(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    for name in ("no_proxy", "NO_PROXY", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("socks_proxy" if proxy.startswith("socks") else "https_proxy", proxy)


FAR = "wss://play.example:7385/"


@pytest.mark.parametrize(
    "words",
    [
        b"HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 502 Not there\r\nContent-Length: 0\r\n\r\n",
    ],
    ids=["wants a name", "cannot reach it"],
)
async def test_a_proxy_that_refuses_is_named(monkeypatch, words: bytes) -> None:
    async with answering(words) as port:
        behind(monkeypatch, f"http://127.0.0.1:{port}")
        assert await what(FAR) == (Failure.PROXY_FAILED, "")


async def test_a_proxy_that_says_nothing_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(dialling, "OPEN_TIMEOUT_S", 0.1)
    async with mute() as port:
        behind(monkeypatch, f"http://127.0.0.1:{port}")
        assert await what(FAR) == (Failure.SERVER_SILENT, "")


@pytest.mark.parametrize("scheme", ["http", "socks5h"])
async def test_a_proxy_that_is_not_there_or_not_known_is_named(monkeypatch, scheme: str) -> None:
    async with answering(b"") as port:
        pass
    behind(monkeypatch, f"{scheme}://127.0.0.1:{port}")
    assert await what(FAR) == (Failure.PROXY_FAILED, "")


async def test_a_proxy_is_not_asked_for_what_is_on_this_computer(monkeypatch) -> None:
    behind(monkeypatch, "http://127.0.0.1:9")
    async with answering(b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n") as port:
        assert await why(port) is Failure.NOT_A_COMPANION


@pytest.mark.behaviour("PROTO-001")
@pytest.mark.parametrize(
    ("says", "older"),
    [
        (Welcome(2, 1), OLDER_CLIENT),
        (
            ErrorMessage(
                Failure.VERSION_MISMATCH,
                phrase("failure.version_mismatch", detail=OLDER_ENGINE),
            ),
            OLDER_ENGINE,
        ),
    ],
    ids=["newer server", "older server"],
)
async def test_a_server_of_another_version_is_named_with_the_side_that_is_older(
    says: Welcome | ErrorMessage, older: str
) -> None:
    async def talk(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(encode(says))
        await socket.close(CLOSE_VERSION)

    async with serve(talk, "127.0.0.1", 0) as server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        assert await what(url) == (Failure.VERSION_MISMATCH, older)
