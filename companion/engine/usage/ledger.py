"""The ledger of the whole server: a metering queue, and one writer behind it (USAGE-009)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from pathlib import Path

from companion.engine.models.booking import ModelBooking
from companion.engine.usage.booking import Booking, SearchBooking
from companion.engine.usage.counters import ModelCount, SearchCount, UsageSnapshot, model_count
from companion.engine.usage.ledger_file import load, save
from companion.engine.usage.table import Table
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

WRITE_EVERY_S = 1.0
"""Bookings of this long are written together: a crash costs the count of a second, no more."""
MOST_QUEUED = 4096
"""The queue is emptied whenever the loop comes round; when it is full, it is emptied at once."""


class UsageLedger:
    """Counts calls of models and searches, per player and source. On the engine's loop.

    Attributes:
        faults: What was wrong with the file, for the operator.
    """

    def __init__(
        self, path: Path, day: Callable[[], str], write_every_s: float = WRITE_EVERY_S
    ) -> None:
        """Store what is given; nothing is read.

        Args:
            path: The file, `ledger_path` of a world.
            day: ISO date in the configured zone, now.
            write_every_s: Least time between two writes.
        """
        self.faults: tuple[str, ...] = ()
        self._path = path
        self._day = day
        self._write_every_s = write_every_s
        self._queue: deque[tuple[Booking, str]] = deque()
        self._models = Table(ModelCount())
        self._searches = Table(SearchCount())
        self._is_writable = True
        self._is_written = True
        self._booked = asyncio.Event()
        self._stopping = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Read the file and start the writer."""
        loaded = await asyncio.to_thread(load, self._path)
        self.faults = (loaded.fault,) if loaded.fault else ()
        self._is_writable = loaded.is_writable
        self._models = Table(ModelCount(), loaded.snapshot.models)
        self._searches = Table(SearchCount(), loaded.snapshot.searches)
        self._writer = spawn(self._write(), "usage writer")

    async def stop(self) -> None:
        """Write what is left and end the writer."""
        self._stopping.set()
        self._booked.set()
        if self._writer:
            await self._writer

    def book(self, booking: Booking) -> None:
        """Count a call; returns at once and never fails."""
        self._queue.append((booking, self._day()))
        self._is_written = False
        self._booked.set()
        if len(self._queue) >= MOST_QUEUED:
            self._drain()

    def snapshot(self) -> UsageSnapshot:
        """All that was booked so far, as it reads today."""
        self._drain()
        return UsageSnapshot(self._models.rows(), self._searches.rows()).on(self._day())

    def _drain(self) -> None:
        while self._queue:
            booking, day = self._queue.popleft()
            match booking:
                case ModelBooking(player, model, usage):
                    self._models.add(player, model, model_count(usage), day)
                case SearchBooking(player, provider, searches, fetches):
                    count = SearchCount(searches, fetches)
                    self._searches.add(player, provider, count, day)

    async def _write(self) -> None:
        while not self._stopping.is_set():
            await self._booked.wait()
            self._booked.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), self._write_every_s)
            await self._save()
        await self._save()

    async def _save(self) -> None:
        """Write what is not written. A disk that refuses is asked again at the next booking."""
        if self._is_written or not self._is_writable:
            return
        self._is_written = True
        try:
            await asyncio.to_thread(save, self._path, self.snapshot())
        except OSError as error:
            self._is_written = False
            logger.error("usage not written: %s", error.strerror)
