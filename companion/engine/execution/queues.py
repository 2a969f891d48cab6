"""Lanes: so many tasks at once, so many places to wait, BUSY beyond (ENG-005 to ENG-010)."""

from __future__ import annotations

import asyncio
import functools
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

S = TypeVar("S")
T = TypeVar("T")

INTERACTIVE = (4, 32)
"""Workers and waiting places; no configuration changes them (ENG-008)."""
EVENTS = (2, 64)
MAINTENANCE = (2, 32)


@dataclass(frozen=True, slots=True)
class Place:
    """What waits for a worker, and what follows without one."""

    future: asyncio.Future[Any]
    work: Callable[[], Awaitable[Any]]
    then: Callable[[Any], Awaitable[Any]] | None


class Lane:
    """Runs coroutines on the engine's loop, a few at a time, in the order they came."""

    def __init__(self, name: str, workers: int, places: int) -> None:
        self._name = name
        self._workers = workers
        self._places = places
        self._running: set[asyncio.Task[None]] = set()
        self._following: set[asyncio.Task[None]] = set()
        self._waiting: deque[Place] = deque()
        self._is_open = True

    def submit(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Run work now, or keep its place.

        Returns:
            Its result; cancelling it takes the work out of the lane.

        Raises:
            CompanionError: BUSY when every worker and every place is taken, CANCELLED once closed.
        """
        return self._submit(work, None)

    def submit_with(
        self, work: Callable[[], Awaitable[S]], then: Callable[[S], Awaitable[T]]
    ) -> asyncio.Future[T]:
        """The same for work that ends with waiting: a disk that is slow holds up no worker.

        Args:
            work: Needs a worker.
            then: Given its result when the worker is free again; makes what the future gives.

        Raises:
            CompanionError: As `submit`.
        """
        return self._submit(work, then)

    async def close(self) -> None:
        """Complete what waits with CANCELLED, stop what runs, and wait for its end (ENG-010)."""
        self._is_open = False
        while self._waiting:
            _fail(self._waiting.popleft().future, _stopping())
        for task in (*self._running, *self._following):
            task.cancel()
        await asyncio.gather(*self._running, *self._following, return_exceptions=True)

    def _submit(
        self, work: Callable[[], Awaitable[Any]], then: Callable[[Any], Awaitable[Any]] | None
    ) -> asyncio.Future[Any]:
        if not self._is_open:
            raise _stopping()
        self._forget_cancelled()
        if len(self._running) >= self._workers and len(self._waiting) >= self._places:
            raise CompanionError(Failure.BUSY, f"lane {self._name} is full")
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(Place(future, work, then))
        self._fill()
        return future

    def _fill(self) -> None:
        while self._waiting and len(self._running) < self._workers:
            place = self._waiting.popleft()
            if place.future.done():
                continue
            task = spawn(self._run(place), f"lane {self._name}")
            self._running.add(task)
            task.add_done_callback(self._ended)
            place.future.add_done_callback(functools.partial(_stop_if_cancelled, task))

    async def _run(self, place: Place) -> None:
        try:
            result = await place.work()
            if place.then:
                self._free()
                result = await place.then(result)
        except asyncio.CancelledError:
            _fail(place.future, CompanionError(Failure.CANCELLED, "stopped while it ran"))
            raise
        except BaseException as error:  # noqa: BLE001 - belongs to whoever waits
            _fail(place.future, error)
        else:
            if not place.future.done():
                place.future.set_result(result)

    def _free(self) -> None:
        """Give the worker back; what the present task still does needs none."""
        task = asyncio.current_task()
        if task in self._running and self._is_open:
            self._running.discard(task)
            self._following.add(task)
            self._fill()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._following.discard(task)
        self._fill()

    def _forget_cancelled(self) -> None:
        if any(place.future.done() for place in self._waiting):
            self._waiting = deque(place for place in self._waiting if not place.future.done())


def _stopping() -> CompanionError:
    return CompanionError(Failure.CANCELLED, "the engine stops")


def _fail(future: asyncio.Future[Any], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)


def _stop_if_cancelled(task: asyncio.Task[None], future: asyncio.Future[Any]) -> None:
    if future.cancelled():
        task.cancel()
