"""Threads for what blocks, with a bound on how much may wait."""

from __future__ import annotations

import functools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, ParamSpec, TypeVar

from companion.support.errors import CompanionError, Failure
from companion.support.handover import result_of

P = ParamSpec("P")
T = TypeVar("T")

Job = tuple[Future[Any], Callable[[], Any]]


class Workers:
    """A pool whose queue is bounded: what finds it full is told so at once (ENG-009).

    `run` is called on a loop. What a cancelled caller started runs on to its end on its thread and
    counts until then. The threads are daemons: one that still reads a huge book must not keep the
    process alive after its parent has gone.
    """

    def __init__(self, name: str, workers: int, waiting: int) -> None:
        self._places = workers + waiting
        self._pending: set[Future[Any]] = set()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True)
            for number in range(workers)
        ]
        self._is_open = False

    def start(self) -> None:
        """Start the threads."""
        self._is_open = True
        for thread in self._threads:
            thread.start()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function on a thread and wait for it.

        Raises:
            CompanionError: BUSY when every thread and every waiting place is taken, CANCELLED
                once the pool was stopped.
        """
        if not self._is_open:
            raise CompanionError(Failure.CANCELLED, "the engine stops")
        if len(self._pending) >= self._places:
            raise CompanionError(Failure.BUSY, f"{self._places} tasks are under way")
        future: Future[T] = Future()
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        self._jobs.put((future, functools.partial(function, *args, **kwargs)))
        return await result_of(future)

    def stop(self) -> None:
        """Start nothing more; what runs ends on its own, what waits is cancelled (ENG-010)."""
        self._is_open = False
        for future in tuple(self._pending):
            future.cancel()
        for _ in self._threads:
            self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, call = job
            if not self._is_open:
                future.cancel()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:  # noqa: BLE001 - belongs to whoever waits
                future.set_exception(error)
