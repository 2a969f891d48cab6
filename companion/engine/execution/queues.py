"""Lanes: so many tasks at once, so many places to wait, BUSY beyond (ENG-005 to ENG-010)."""

from __future__ import annotations

import asyncio
import functools
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

T = TypeVar("T")

INTERACTIVE = (4, 32)
"""Workers and waiting places; no configuration changes them (ENG-008)."""
EVENTS = (2, 64)
MAINTENANCE = (2, 32)


class Lane:
    """Runs coroutines on the engine's loop, a few at a time, in the order they came."""

    def __init__(self, name: str, workers: int, places: int) -> None:
        self._name = name
        self._workers = workers
        self._places = places
        self._running: set[asyncio.Task[None]] = set()
        self._waiting: deque[tuple[asyncio.Future[Any], Callable[[], Awaitable[Any]]]] = deque()
        self._is_open = True

    def submit(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Run work now, or keep its place.

        Returns:
            Its result; cancelling it takes the work out of the lane.

        Raises:
            CompanionError: BUSY when every worker and every place is taken, CANCELLED once closed.
        """
        if not self._is_open:
            raise CompanionError(Failure.CANCELLED, "the engine stops")
        self._forget_cancelled()
        if len(self._running) >= self._workers and len(self._waiting) >= self._places:
            raise CompanionError(Failure.BUSY, f"lane {self._name} is full")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((future, work))
        self._fill()
        return future

    async def close(self) -> None:
        """Complete what waits with CANCELLED, stop what runs, and wait for its end (ENG-010)."""
        self._is_open = False
        while self._waiting:
            _fail(self._waiting.popleft()[0], CompanionError(Failure.CANCELLED, "the engine stops"))
        for task in tuple(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _fill(self) -> None:
        while self._waiting and len(self._running) < self._workers:
            future, work = self._waiting.popleft()
            if future.done():
                continue
            task = spawn(_run(future, work), f"lane {self._name}")
            self._running.add(task)
            task.add_done_callback(self._ended)
            future.add_done_callback(functools.partial(_stop_if_cancelled, task))

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._fill()

    def _forget_cancelled(self) -> None:
        if any(future.done() for future, _ in self._waiting):
            self._waiting = deque(entry for entry in self._waiting if not entry[0].done())


async def _run(future: asyncio.Future[T], work: Callable[[], Awaitable[T]]) -> None:
    try:
        result = await work()
    except asyncio.CancelledError:
        _fail(future, CompanionError(Failure.CANCELLED, "stopped while it ran"))
        raise
    except BaseException as error:  # noqa: BLE001 - belongs to whoever waits
        _fail(future, error)
    else:
        if not future.done():
            future.set_result(result)


def _fail(future: asyncio.Future[Any], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)


def _stop_if_cancelled(task: asyncio.Task[None], future: asyncio.Future[Any]) -> None:
    if future.cancelled():
        task.cancel()
