"""Threads for what blocks, with a bound on how much may wait."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from companion.support.errors import CompanionError, Failure

P = ParamSpec("P")
T = TypeVar("T")

INTERACTIVE_WORKERS = 4
INTERACTIVE_WAITING = 32
"""ENG-005; fixed (ENG-008)."""


class Workers:
    """A pool whose queue is bounded: what finds it full is told so at once (ENG-009).

    `run` is called on a loop. What a cancelled caller started runs on to its end on its thread,
    and counts until then.
    """

    def __init__(self, workers: int = INTERACTIVE_WORKERS, waiting: int = INTERACTIVE_WAITING):
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="engine-worker")
        self._places = workers + waiting
        self._pending: set[Future[Any]] = set()

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function on a thread and wait for it.

        Raises:
            CompanionError: BUSY when every thread and every waiting place is taken.
        """
        if len(self._pending) >= self._places:
            raise CompanionError(Failure.BUSY, f"{self._places} tasks are under way")
        future = self._pool.submit(functools.partial(function, *args, **kwargs))
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return await asyncio.wrap_future(future)

    def stop(self) -> None:
        """Start nothing more; what runs ends on its own."""
        self._pool.shutdown(wait=False, cancel_futures=True)
