"""Peers that are slow, greedy, many, or speak no WebSocket; beside them everybody is served."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from companion.engine.access.limits import ConnectionBounds, Door
from companion.engine.entrance import local_entrance
from companion.engine.listener import Listener
from companion.engine.runtime import Runtime, Setup
from companion.engine.server import PlayerServer
from companion.games.demo.link import DemoLink
from companion.protocol.bounds import BOUNDS, Bounds
from companion.protocol.codec import encode
from companion.protocol.limits import SILENCE_S
from companion.protocol.requests import Hello
from companion.protocol.responses import Outcome
from companion.support.clock import SystemClock
from tests.helpers.engine_client import TOKEN, outsider
from tests.helpers.hostile_wire import UPGRADE, WIDE, RawPeer, close_code, frame, head, raw, until

HELLO = encode(Hello(1, TOKEN, "en_us")).encode()
HURRIED = Bounds(handshake_s=2.0)
"""Long enough for whoever means it, on any machine."""
GONE_S = 8.0
"""Less than any silent peer is given (`SILENCE_S`), so that it is the handshake that ends."""
ATTEMPTS, AT_ONCE = 10_000, 200


@asynccontextmanager
async def serving(bounds: Bounds = HURRIED, most: int = 4_096) -> AsyncIterator[tuple[int, Door]]:
    """A server with a door of its own; gives its port."""
    door, clock = Door(lambda: ConnectionBounds(most)), SystemClock()
    runtime = Runtime(Setup(DemoLink(), clock))
    listener = Listener(door=door, bounds=bounds)
    server = PlayerServer(runtime, local_entrance(TOKEN), clock, listener)
    port = await server.start()
    try:
        yield port, door
    finally:
        await server.stop()


async def is_served(port: int) -> bool:
    async with outsider(port) as client:
        return (await client.ask("help")).outcome is Outcome.SUCCEEDED


async def until_empty(door: Door) -> None:
    await until(lambda: len(door) == 0, GONE_S)


async def drip(peer: RawPeer, data: bytes) -> None:
    """Send a byte now and then until the engine has had enough."""
    with contextlib.suppress(ConnectionError):
        for at in range(len(data)):
            await peer.send(data[at : at + 1])
            await asyncio.sleep(0.02)


SLOW = {
    "nothing at all": (False, b""),
    "half a request": (False, UPGRADE[:-2] + b"X-Slow: " + b"a" * 400),
    "no hello": (True, b""),
    "half a head": (True, head(200)[:3]),
    "half a hello": (True, head(len(HELLO)) + HELLO[:-1]),
    "endless fragments": (True, head(1, fin=0) + b"{" + (head(1, opcode=0, fin=0) + b" ") * 99),
}


@pytest.mark.parametrize(("upgraded", "said"), SLOW.values(), ids=SLOW)
async def test_a_slow_peer_is_given_up_and_nobody_waits_for_it(upgraded: bool, said: bytes) -> None:
    async with serving() as (port, door), raw(port, upgraded=upgraded) as slow:
        dripping = asyncio.create_task(drip(slow, said))  # noqa: TID251
        assert await is_served(port)
        await slow.read_to_end(GONE_S)
        await until_empty(door)
        dripping.cancel()


@pytest.mark.parametrize("announced", [70_000, 1 << 30, 1 << 62], ids=["70 kB", "1 GiB", "4 EiB"])
async def test_a_huge_frame_is_refused_at_its_head(announced: int) -> None:
    async with serving() as (port, _), raw(port) as greedy:
        await greedy.send(frame(HELLO))
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        await greedy.send(head(announced) + b"a" * 1_000)
        received = await greedy.read_to_end()
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most
        assert await is_served(port)
    assert close_code(received) == 1009
    assert grown < 16 * 1024


FLOODS = {
    "pings": frame(b"x" * 125, opcode=9),
    "pongs nobody asked for": frame(b"", opcode=10),
}


@pytest.mark.parametrize("said", FLOODS.values(), ids=FLOODS)
@pytest.mark.parametrize("greeting", [b"", frame(HELLO)], ids=["a stranger", "a player"])
async def test_a_flood_of_frames_that_no_session_sees_is_broken_off(
    said: bytes, greeting: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with serving(BOUNDS) as (port, door), raw(port) as greedy:
        with contextlib.suppress(ConnectionError):
            await greedy.send(greeting + said * (int(BOUNDS.frame_burst) + 2_000))
        await until(lambda: len(door) == 0, 30.0)
        assert await is_served(port)
    assert "a flood of frames" in caplog.text


async def test_a_few_pings_are_answered_and_cost_nothing() -> None:
    async with serving(BOUNDS) as (port, door), raw(port) as peer:
        await peer.send(frame(HELLO) + frame(b"still there?", opcode=9) * 20)
        await peer.read_until(20, b"still there?", GONE_S)
        assert len(door) == 1


async def test_fragments_may_not_add_up_to_more_than_a_frame() -> None:
    async with serving() as (port, _), raw(port) as greedy:
        await greedy.send(frame(HELLO))
        piece = b"a" * 60_000
        await greedy.send(head(len(piece), fin=0) + piece + head(len(piece), opcode=0) + piece)
        received = await greedy.read_to_end()
    assert close_code(received) == 1009


@pytest.mark.parametrize(
    "text",
    [b"\xff\xfe", b'{"type":"system:chat\xc3"}', b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"],
    ids=["no utf-8", "cut", "surrogate", "five bytes"],
)
async def test_bad_utf_8_ends_that_connection_only(text: bytes) -> None:
    async with serving() as (port, _), raw(port) as peer:
        await peer.send(frame(HELLO) + frame(text))
        received = await peer.read_to_end()
        assert await is_served(port)
    assert close_code(received) == 1007


@pytest.mark.parametrize("opened", ["[", '{"a":', '{"type":"system:invoke","call":{"a":'])
async def test_deep_nesting_is_a_bad_frame_and_no_more(opened: str) -> None:
    deep = (opened * (60_000 // len(opened))).encode()
    async with serving() as (port, _), raw(port) as peer:
        await peer.send(frame(HELLO) + frame(deep))
        await peer.read_until(1, b'"code":"invalid_message"', GONE_S)
        await peer.send(frame(deep) + frame(deep))
        received = await peer.read_to_end()
        assert await is_served(port)
    assert close_code(received) == 1008


@pytest.mark.parametrize(
    "said",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n",
        UPGRADE.replace(b"Host", b"Origin: http://evil.example\r\nHost"),
        b"\x00" * 10_000,
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    ],
    ids=["tls", "post", "web page", "zeros", "long line"],
)
async def test_what_is_no_handshake_is_shown_out(said: bytes) -> None:
    async with serving() as (port, door), raw(port, upgraded=False) as peer:
        await peer.send(said)
        received = await peer.read_to_end(GONE_S)
        await until_empty(door)
        assert await is_served(port)
    assert b" 101 " not in received


async def attempt(port: int, number: int) -> None:
    """Connect, perhaps say something, and be gone; whatever the engine makes of it."""
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write((b"", UPGRADE, b"GET", b"\x00")[number % 4])
        writer.transport.abort()


async def test_ten_thousand_connection_attempts_leave_nothing_behind() -> None:
    async with serving() as (port, door), asyncio.timeout(50):
        assert await is_served(port)
        for first in range(0, ATTEMPTS, AT_ONCE):
            await asyncio.gather(*(attempt(port, first + n) for n in range(AT_ONCE)))
        assert await is_served(port)
        await until_empty(door)
        assert len(asyncio.all_tasks()) < 20


async def test_a_full_house_lets_nobody_in_until_somebody_leaves() -> None:
    async with serving(most=3) as (port, door), contextlib.AsyncExitStack() as guests:
        for _ in range(3):
            last = await guests.enter_async_context(outsider(port))
        with pytest.raises((ConnectionError, OSError, EOFError)):
            async with asyncio.timeout(GONE_S), raw(port):
                pass
        await last.socket.close()
        await until(lambda: len(door) < 3, GONE_S)
        assert await is_served(port)


async def test_a_peer_that_asks_and_never_reads_is_broken_off_before_it_counts_as_silent() -> None:
    async with serving(WIDE) as (port, door), raw(port) as greedy:
        await greedy.send(frame(HELLO))
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(SILENCE_S - 1):
                while len(door):
                    await greedy.send(frame(b"{}") * 5_000)
        await until_empty(door)
        assert await is_served(port)
