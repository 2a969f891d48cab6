"""From a thread back to the loop: many results, one wake.

`asyncio.wrap_future` wakes the loop for each result, and each wake is a write to a socket and a
read from it. Under load those cost more than what they bring.
"""

from __future__ import annotations

import asyncio
import functools
from collections import deque
from concurrent.futures import Future
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, ref

T = TypeVar("T")


class Bell:
    """Brings what threads have ready to one loop. `ring` from any thread.

    It does not hold its loop: one that has ended is let go, with all that waited on it.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = ref(loop)
        self._ready: deque[tuple[asyncio.Future[Any], Future[Any]]] = deque()
        self._rings = False

    def ring(self, waiting: asyncio.Future[T], ready: Future[T]) -> None:
        """Bring a result; nothing happens on a loop that was closed meanwhile."""
        self._ready.append((waiting, ready))
        loop = self._loop()
        if loop is not None and not self._rings and not loop.is_closed():
            self._rings = True
            loop.call_soon_threadsafe(self._bring)

    def _bring(self) -> None:
        self._rings = False  # before looking: what comes from now on rings again
        while self._ready:
            waiting, ready = self._ready.popleft()
            if not waiting.done():
                _settle(waiting, ready)


_bells: WeakKeyDictionary[asyncio.AbstractEventLoop, Bell] = WeakKeyDictionary()


async def result_of(future: Future[T]) -> T:
    """Wait on the loop for what a thread makes; a result that is there costs nothing.

    Args:
        future: Cancelled with whoever waits here, as by `asyncio.wrap_future`.

    Raises:
        asyncio.CancelledError: The future was cancelled, or the waiting task.
    """
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[T] = loop.create_future()
    if future.done():
        _settle(waiting, future)
    else:
        future.add_done_callback(functools.partial(_bell_of(loop).ring, waiting))
    try:
        return await waiting
    except asyncio.CancelledError:
        future.cancel()
        raise


def _bell_of(loop: asyncio.AbstractEventLoop) -> Bell:
    bell = _bells.get(loop)
    if bell is None:
        bell = _bells[loop] = Bell(loop)
    return bell


def _settle(waiting: asyncio.Future[T], ready: Future[T]) -> None:
    if ready.cancelled():
        waiting.cancel()
    elif error := ready.exception():
        waiting.set_exception(error)
    else:
        waiting.set_result(ready.result())
