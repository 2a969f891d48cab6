"""Whom a companion believes: known authorities, or the one certificate its player compared."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from websockets.asyncio.server import ServerConnection, serve

from companion.client.connection import Connection
from companion.client.engine_source import EngineAddress, FixedEngine
from companion.client.offered_certificate import look
from companion.client.servers import (
    Server,
    Servers,
    read_servers,
    servers_path,
    trusted,
    write_servers,
)
from companion.protocol.client_session import ClientSession
from companion.protocol.codec import encode
from companion.protocol.responses import Welcome
from companion.support.clock import SystemClock
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn
from companion.support.trust import fingerprint
from tests.helpers.access_certificates import DAY, make_certificate

NOW = datetime.now(UTC)
GOOD = (NOW - DAY, NOW + 30 * DAY)
HOME = Server(UUID(int=1), "Home", "wss://play.example:7385/")


@asynccontextmanager
async def showing(
    folder: Path, dates: tuple[datetime, datetime] = GOOD
) -> AsyncIterator[tuple[str, bytes, list[str]]]:
    """A server with a certificate of its own making: address, certificate, hellos it got."""
    made = make_certificate(folder, *dates)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.certificate, made.key)
    hellos: list[str] = []

    async def welcome(socket: ServerConnection) -> None:
        hellos.append(str(await socket.recv()))
        await socket.send(encode(Welcome(1, 1)))
        await socket.wait_closed()

    async with serve(welcome, "127.0.0.1", 0, ssl=context) as server:
        url = f"wss://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        der = ssl.PEM_cert_to_DER_cert(made.certificate.read_text())
        yield url, der, hellos


async def outcome(url: str, certificate: bytes = b"") -> Failure | None:
    """The first reason that a try gives; None for a welcome."""
    told: asyncio.Queue[Failure | None] = asyncio.Queue()
    connection = Connection(
        FixedEngine(EngineAddress(url, "secret", is_server=True, certificate=certificate)),
        ClientSession("en_us"),
        SystemClock(),
        lambda event: told.put_nowait(None),
        lambda failure, detail: told.put_nowait(failure),
    )
    task = spawn(connection.run(), "connection")
    try:
        return await asyncio.wait_for(told.get(), 60)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_certificate_of_nobody_known_is_not_believed_and_gets_no_token(tmp_path) -> None:
    async with showing(tmp_path) as (url, _, hellos):
        assert await outcome(url) is Failure.CERTIFICATE_UNTRUSTED
    assert hellos == []


async def test_the_certificate_that_the_player_compared_is_believed(tmp_path) -> None:
    async with showing(tmp_path) as (url, der, _):
        assert await outcome(url, der) is None


async def test_another_certificate_than_the_compared_one_is_told_and_gets_no_token(
    tmp_path,
) -> None:
    other = make_certificate(tmp_path, *GOOD, name="other").certificate.read_text()
    async with showing(tmp_path) as (url, _, hellos):
        known = ssl.PEM_cert_to_DER_cert(other)
        assert await outcome(url, known) is Failure.CERTIFICATE_CHANGED
    assert hellos == []


@pytest.mark.parametrize(
    "dates",
    [(NOW + DAY, NOW + 2 * DAY), (NOW - 2 * DAY, NOW - DAY)],
    ids=["not yet valid", "no longer"],
)
async def test_a_certificate_of_another_time_means_a_wrong_clock(tmp_path, dates) -> None:
    async with showing(tmp_path, dates) as (url, der, _):
        assert await outcome(url, der) is Failure.CLOCK_WRONG


async def test_a_server_shows_its_certificate_before_anybody_believes_it(tmp_path) -> None:
    async with showing(tmp_path) as (url, der, hellos):
        shown = await asyncio.to_thread(look, "id", url)
    assert (shown.server, shown.der) == ("id", der)
    assert shown.fingerprint == fingerprint(der)
    assert hellos == []


async def test_a_server_that_shows_none_says_why(tmp_path) -> None:
    async with serve(lambda socket: socket.wait_closed(), "127.0.0.1", 0) as plain:
        port = plain.sockets[0].getsockname()[1]
        with pytest.raises(CompanionError) as caught:
            await asyncio.to_thread(look, "id", f"wss://127.0.0.1:{port}/")
    assert caught.value.failure is Failure.NOT_A_COMPANION


def test_what_is_believed_is_kept_with_its_server(tmp_path: Path) -> None:
    der = ssl.PEM_cert_to_DER_cert(make_certificate(tmp_path, *GOOD).certificate.read_text())
    write_servers(tmp_path, trusted(Servers("", (HOME,)), str(HOME.id), der))
    assert read_servers(tmp_path).servers[0].pinned() == der
    with pytest.raises(CompanionError):
        trusted(Servers(), str(HOME.id), der)


@pytest.mark.parametrize("text", ["no base64", "bm8gY2VydGlmaWNhdGU="], ids=["text", "no DER"])
def test_a_damaged_certificate_costs_its_server_and_no_other(tmp_path: Path, text: str) -> None:
    other = Server(UUID(int=2), "LAN", "ws://10.0.0.2:1/", insecure=True)
    damaged = Server(HOME.id, HOME.name, HOME.url, certificate=text)
    write_servers(tmp_path, Servers("", (damaged, other)))
    assert servers_path(tmp_path).exists()
    assert read_servers(tmp_path).servers == (other,)
