"""A connection whose peer reads slowly: what is queued waits, in order, and the end comes last."""

from __future__ import annotations

import asyncio
from typing import Any

from companion.engine.connection import WRITE_LIMIT_BYTES, Connection
from companion.language.phrase import literal
from companion.protocol.responses import Notice
from companion.protocol.server_event import Standing
from companion.protocol.server_session import ServerSession
from tests.helpers.agent_rig import settle
from tests.helpers.clock import ManualClock


class Transport:
    """Has taken as much as it is told to have."""

    unsent = WRITE_LIMIT_BYTES + 1
    aborted = False

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.aborted = True


class SlowSocket:
    """A WebSocket whose peer takes a frame whenever `gate` is open."""

    def __init__(self) -> None:
        self.transport = Transport()
        self.gate = asyncio.Event()
        self.frames: list[str] = []
        self.closed: tuple[int, str] | None = None
        self.raises: Exception | None = None

    async def send(self, frame: str) -> None:
        await self.gate.wait()
        if self.raises:
            raise self.raises
        self.frames.append(frame)

    async def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)


def connected() -> tuple[Connection, SlowSocket]:
    clock, socket = ManualClock(), SlowSocket()
    session = ServerSession(lambda token: Standing.PLAYER, 1, clock.monotonic(), "test")
    host: Any = None
    return Connection(socket, session, host, clock), socket  # type: ignore[arg-type]


def tell(connection: Connection, *texts: str) -> None:
    for text in texts:
        connection.send(Notice(literal(text)))


async def test_what_a_slow_reader_is_sent_waits_and_comes_in_order() -> None:
    connection, socket = connected()
    tell(connection, "one", "two", "three")
    await settle()
    waiting = list(socket.frames)
    socket.gate.set()
    await settle()
    assert waiting == []
    assert len(socket.frames) == 3
    assert all(text in socket.frames[n] for n, text in enumerate(("one", "two", "three")))


async def test_what_comes_while_the_writer_waits_is_not_left_behind() -> None:
    connection, socket = connected()
    tell(connection, "one")
    await settle()
    tell(connection, "two")
    socket.gate.set()
    await settle()
    assert len(socket.frames) == 2


async def test_the_end_comes_after_what_was_queued() -> None:
    connection, socket = connected()
    tell(connection, "one")
    connection.turn_away()
    socket.gate.set()
    await settle()
    assert "one" in socket.frames[0]
    assert socket.closed
    assert not connection.is_open


async def test_a_peer_that_takes_nothing_is_broken_off() -> None:
    connection, socket = connected()
    socket.raises = TimeoutError()
    tell(connection, "one")
    socket.gate.set()
    await settle()
    assert socket.transport.aborted
