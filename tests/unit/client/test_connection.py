"""The session's socket: what an engine may do to it, and how long it waits to try again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import pytest
from websockets.asyncio.server import ServerConnection, serve

from companion.client import connection as module
from companion.client.connection import STEADY_S, Connection
from companion.client.engine_source import EngineAddress, FixedEngine
from companion.language.phrase import literal
from companion.protocol.client_session import ClientSession
from companion.protocol.codec import encode
from companion.protocol.limits import CLOSE_VERSION
from companion.protocol.responses import Notice, Welcome
from companion.protocol.session_event import Connected, ConnectionLost, SessionEvent
from companion.support.clock import Clock, SystemClock
from companion.support.errors import Failure
from companion.support.loops import spawn
from tests.helpers.clock import ManualClock

Serve = Callable[[ServerConnection], Awaitable[None]]


@dataclass
class Line:
    """A connection that runs against an engine of the test's making."""

    url: str
    attempts: list[int] = field(default_factory=list)
    events: list[SessionEvent] = field(default_factory=list)
    unreachable: list[Failure] = field(default_factory=list)

    def take(self, event: SessionEvent) -> None:
        self.events.append(event)

    async def until(self, is_so: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not is_so():  # noqa: ASYNC110 - any condition
                await asyncio.sleep(0.005)


@asynccontextmanager
async def line_to(
    engine: Serve,
    monkeypatch: pytest.MonkeyPatch,
    take: Callable[[SessionEvent], None] | None = None,
    clock: Clock | None = None,
) -> AsyncIterator[Line]:
    async with serve(engine, "127.0.0.1", 0) as server:
        line = Line(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/")
        async with trying(line, monkeypatch, take, clock):
            yield line


@asynccontextmanager
async def trying(
    line: Line,
    monkeypatch: pytest.MonkeyPatch,
    take: Callable[[SessionEvent], None] | None = None,
    clock: Clock | None = None,
) -> AsyncIterator[None]:
    monkeypatch.setattr(module, "wait_before", lambda n, jitter: line.attempts.append(n) or 0.001)
    connection = Connection(
        FixedEngine(EngineAddress(line.url, "token")),
        ClientSession("en_us"),
        clock or SystemClock(),
        take or line.take,
        lambda failure, detail: line.unreachable.append(failure),
    )
    task = spawn(connection.run(), "connection of the test")
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def welcome(socket: ServerConnection) -> None:
    await socket.recv()
    await socket.send(encode(Welcome(1, 1)))


async def test_an_engine_that_never_welcomes_is_tried_less_and_less_often(monkeypatch) -> None:
    async def refuse(socket: ServerConnection) -> None:
        await socket.close(CLOSE_VERSION, "the client is older")

    async with line_to(refuse, monkeypatch) as line:
        await line.until(lambda: len(line.attempts) >= 4)
    assert line.attempts[:4] == [0, 1, 2, 3]
    assert ConnectionLost(Failure.VERSION_MISMATCH) in line.events


async def test_an_engine_that_was_there_for_a_while_is_tried_again_at_once(monkeypatch) -> None:
    clock = ManualClock()

    async def work(socket: ServerConnection) -> None:
        await welcome(socket)
        await line.until(lambda: line.events.count(Connected(1)) > len(line.attempts))
        clock.advance(STEADY_S)

    async with line_to(work, monkeypatch, clock=clock) as line:
        await line.until(lambda: len(line.attempts) >= 3)
    assert set(line.attempts) == {0}


async def test_an_engine_that_welcomes_and_breaks_off_is_tried_less_and_less_often(
    monkeypatch,
) -> None:
    async with line_to(welcome, monkeypatch) as line:
        await line.until(lambda: len(line.attempts) >= 4)
    assert line.attempts[:4] == [0, 1, 2, 3]


async def test_nobody_at_the_address_is_told_and_tried_again(monkeypatch) -> None:
    line = Line("ws://127.0.0.1:9/")
    async with trying(line, monkeypatch):
        await line.until(lambda: len(line.unreachable) >= 2)
    assert set(line.unreachable) == {Failure.CONNECTION_LOST}


@pytest.mark.parametrize("frame", ["{", b"{}"], ids=["cut", "binary"])
async def test_nonsense_ends_the_connection(monkeypatch, frame: str | bytes) -> None:
    async def talk(socket: ServerConnection) -> None:
        await welcome(socket)
        await socket.send(frame)
        await socket.wait_closed()

    async with line_to(talk, monkeypatch) as line:
        await line.until(lambda: len(line.attempts) >= 2)
    assert line.events[:2] == [Connected(1), ConnectionLost(Failure.CONNECTION_LOST)]


async def test_a_listener_that_fails_over_one_event_still_gets_the_next(
    monkeypatch, caplog
) -> None:
    got: list[SessionEvent] = []

    def take(event: SessionEvent) -> None:
        got.append(event)
        if isinstance(event, Connected):
            raise ValueError("told to")

    async def talk(socket: ServerConnection) -> None:
        await welcome(socket)
        await socket.send(encode(Notice(literal("news"))))
        await socket.wait_closed()

    with caplog.at_level(logging.ERROR):
        async with line_to(talk, monkeypatch, take) as line:
            await line.until(lambda: Notice(literal("news")) in got)
    assert "event Connected not handled" in caplog.text
