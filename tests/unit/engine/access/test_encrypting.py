"""A connection is counted before its TLS handshake, and costs little while it does nothing."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import tracemalloc

import pytest
from websockets.asyncio.client import connect

from companion.engine.access.encrypting import READ_BYTES, Encryption, encrypt
from companion.engine.access.limits import ConnectionBounds, Door
from companion.engine.access.listening import CertificateFiles, tls_context
from companion.engine.listener import Listener, listen
from companion.protocol.bounds import Bounds
from companion.protocol.limits import MAX_CLIENT_FRAME_BYTES
from companion.support.clock import SystemClock
from tests.helpers.access_certificates import NOW, make_certificate
from tests.helpers.hostile_wire import until

HALF_A_HELLO = bytes.fromhex("1603010200010001fc0303")
"""The beginning of a TLS record that never ends."""
DEADLINE_S = 60.0


class Place:
    """A server that echoes over TLS behind a door of its own."""

    def __init__(self, door):
        self.door = door
        self.port = 0

    @contextlib.asynccontextmanager
    async def peer(self, said):
        """Somebody who connects, says something that is no TLS handshake, and waits."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(said)
        try:
            yield reader
        finally:
            writer.close()

    def companion(self):
        trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusting.check_hostname = False
        trusting.verify_mode = ssl.CERT_NONE  # the certificate's dates are those of the test
        url = f"wss://127.0.0.1:{self.port}"
        return connect(url, ssl=trusting, proxy=None, max_size=None)


async def echo(websocket):
    async for frame in websocket:
        await websocket.send(frame)


@pytest.fixture
def serving(tmp_path):
    made = make_certificate(tmp_path)
    tls = tls_context(CertificateFiles(made.certificate, made.key), NOW.timestamp())

    @contextlib.asynccontextmanager
    async def serve(most=64, handshake_s=DEADLINE_S):
        place = Place(Door(lambda: ConnectionBounds(most)))
        bounds = Bounds(handshake_s=handshake_s)
        listener = Listener(tls=tls, door=place.door, bounds=bounds)
        async with await listen(echo, listener, SystemClock()) as server:
            place.port = server.sockets[0].getsockname()[1]
            yield place

    return serve


async def hung_up(reader):
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(DEADLINE_S):
            while await reader.read(1024):
                pass


@pytest.mark.behaviour("PROTO-029")
async def test_what_is_said_over_tls_arrives_whole(serving):
    said = "x" * MAX_CLIENT_FRAME_BYTES
    async with serving() as place, place.companion() as socket:
        await socket.send(said)
        assert await socket.recv() == said


async def test_who_never_ends_the_handshake_is_counted_and_a_later_one_finds_no_room(serving):
    async with (
        serving(most=2) as place,
        place.peer(b""),
        place.peer(HALF_A_HELLO),
    ):
        await until(lambda: len(place.door) == 2, DEADLINE_S)
        async with place.peer(b"") as third:
            await hung_up(third)
        assert len(place.door) == 2


@pytest.mark.parametrize("said", [b"GET / HTTP/1.1\r\n\r\n", b"\0" * 400], ids=["no TLS", "zeros"])
async def test_who_speaks_no_tls_makes_room_again(serving, said):
    async with serving() as place, place.peer(said) as peer:
        await hung_up(peer)
        await until(lambda: len(place.door) == 0, DEADLINE_S)


async def test_half_a_handshake_ends_by_its_deadline(serving):
    async with serving(handshake_s=0.2) as place, place.peer(HALF_A_HELLO) as peer:
        await hung_up(peer)
        await until(lambda: len(place.door) == 0, DEADLINE_S)


async def test_who_hangs_up_in_the_midst_of_the_handshake_makes_room(serving):
    async with serving() as place:
        async with place.peer(HALF_A_HELLO):
            await until(lambda: len(place.door) == 1, DEADLINE_S)
        await until(lambda: len(place.door) == 0, DEADLINE_S)


async def test_half_a_handshake_costs_little_memory(serving):
    async with serving() as place, contextlib.AsyncExitStack() as peers:
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(32):
            await peers.enter_async_context(place.peer(HALF_A_HELLO))
        await until(lambda: len(place.door) == 32, DEADLINE_S)
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert (after - before) / 32 < 4 * READ_BYTES, "asyncio's own buffer has 14 times as much"


async def test_a_connection_that_is_gone_with_its_last_handshake_word_is_told(monkeypatch):
    async def gone(*_, **__):
        return None

    monkeypatch.setattr(asyncio.get_running_loop(), "start_tls", gone)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    assert not await encrypt(None, None, Encryption(context, 1.0, 1.0))
