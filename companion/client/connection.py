"""The session's socket: reads, writes, watches the deadlines, connects again."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from companion.client.dialling import UNDIALLED, dial, why_not
from companion.client.engine_source import EngineAddress, EngineSource
from companion.client.sleep_watch import SleepWatch
from companion.protocol.client_session import ClientSession
from companion.protocol.limits import (
    CLOSE_UNAUTHORIZED,
    CLOSE_VERSION,
)
from companion.protocol.session_event import SessionEvent
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure, ProtocolError

logger = logging.getLogger(__name__)

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 30.0
STEADY_S = 10.0
"""A connection that stood this long starts the waiting from the beginning: an engine that welcomes
us and breaks off, over and over, is no better than one that is not there."""


def wait_before(attempt: int, jitter: float) -> float:
    """Seconds to wait before connecting again.

    Args:
        attempt: Failures in a row, from 0.
        jitter: 0 to 1; spreads the wait over its upper half.
    """
    full = min(FIRST_WAIT_S * 2.0 ** min(attempt, 16), LONGEST_WAIT_S)
    return float(full * (0.5 + jitter / 2))


class Connection:
    """Drives a session over a WebSocket. Loop thread only.

    Args:
        engine: Where the engine is.
        session: Told what arrives; asked what to send.
        clock: The session's time.
        on_event: Gets every event of the session, in order.
        on_unreachable: Told why there is no connection, at each failed attempt.
    """

    def __init__(
        self,
        engine: EngineSource,
        session: ClientSession,
        clock: Clock,
        on_event: Callable[[SessionEvent], None],
        on_unreachable: Callable[[Failure, str], None],
    ) -> None:
        self._engine = engine
        self._session = session
        self._clock = clock
        self._on_event = on_event
        self._on_unreachable = on_unreachable
        self._changed = asyncio.Event()
        self._hurry = asyncio.Event()
        self._welcomed_at: float | None = None

    def flush(self) -> None:
        """Deliver the session's events and have its frames written; after every change of it."""
        for event in self._session.events():
            try:
                self._on_event(event)
            except Exception:
                logger.exception("event %s not handled", type(event).__name__)
        self._changed.set()

    def wake(self) -> None:
        """Connect now: the engine is known to be back."""
        self._hurry.set()

    def renew(self) -> None:
        """Begin another connection: there is a token now that the next hello has to show."""
        self._session.leave()
        self.flush()
        self.wake()

    async def run(self) -> None:
        """Stay connected until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._tick(), name="session deadlines")
            group.create_task(self._stay_connected(), name="connection")

    async def _stay_connected(self) -> None:
        attempt = 0
        while True:
            self._hurry.clear()
            if await self._once():
                attempt = 0
            wait_s = wait_before(attempt, random.random())
            attempt += 1
            logger.info("connecting again in %.1f s", wait_s)
            try:
                async with asyncio.timeout(wait_s):
                    await self._hurry.wait()
            except TimeoutError:
                pass

    async def _once(self) -> bool:
        """Connect and serve once; whether the connection stood for a while."""
        self._welcomed_at = None
        address: EngineAddress | None = None
        try:
            address = await self._engine.address()
            async with dial(address) as socket:
                self._session.connect(address.token, self._clock.monotonic())
                self.flush()
                await self._serve(socket)
        except CompanionError as error:
            logger.warning("no engine: %s", error)
            self._session.fail_held(error.failure)
            self.flush()
            self._on_unreachable(error.failure, error.detail)
        except UNDIALLED as error:
            logger.warning("engine not reached: %s", type(error).__name__)
            self._on_unreachable(why_not(error, address), "")
        return self._was_steady()

    def _was_steady(self) -> bool:
        since = self._welcomed_at
        return since is not None and self._clock.monotonic() - since >= STEADY_S

    async def _serve(self, socket: ClientConnection) -> None:
        writer = asyncio.get_running_loop().create_task(self._write(socket))
        reader = asyncio.get_running_loop().create_task(self._read(socket))
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            writer.cancel()
            reader.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
        self._session.lose_connection(await self._why(socket))
        self.flush()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                self._session.receive(frame, self._clock.monotonic())
                if self._welcomed_at is None and self._session.generation is not None:
                    self._welcomed_at = self._clock.monotonic()
                self.flush()
                await asyncio.sleep(0)  # thousands may have come at once: others get their turn
        except ConnectionClosed:
            pass
        except ProtocolError as error:
            logger.error("the engine sent nonsense, connection closed: %s", error)

    async def _write(self, socket: ClientConnection) -> None:
        """Write until the session has given the connection up."""
        try:
            while self._session.is_connected:
                self._changed.clear()
                for frame in self._session.data_to_send():
                    await socket.send(frame)
                if self._session.is_connected:
                    await self._changed.wait()
        except ConnectionClosed:
            pass

    async def _why(self, socket: ClientConnection) -> Failure:
        if socket.close_code == CLOSE_VERSION:
            return Failure.VERSION_MISMATCH
        if socket.close_code == CLOSE_UNAUTHORIZED:
            return self._engine.refused()
        return await self._engine.why_lost(was_silent=not self._session.is_connected)

    async def _tick(self) -> None:
        """Wake at every deadline of the session; a new one is noticed within a second."""
        watch = SleepWatch(self._clock.monotonic(), self._clock.wall())
        while True:
            now = self._clock.monotonic()
            deadline = self._session.next_deadline()
            wait_s = 1.0 if deadline is None else min(1.0, max(0.0, deadline - now))
            await asyncio.sleep(wait_s)
            if watch.slept(self._clock.monotonic(), self._clock.wall()):
                logger.info("the computer slept, or its clock was set")
                self._session.doubt(self._clock.monotonic())
                self.wake()
            self._session.tick(self._clock.monotonic())
            self.flush()
