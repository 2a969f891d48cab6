"""The one way to the game's own calls: a few of them each tick, between which the loop breathes.

A link that has no tick of its own is given one of 50 ms (decisions.md, Engine).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextvars import ContextVar
from typing import Any, TypeVar

from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure

T = TypeVar("T")

ITEMS_PER_TICK = 16
BUDGET_S = 0.002
"""Checked between items only: a call that has begun is never interrupted (ENG-015)."""
TICK_S = 0.05
MOST_WAITING = 1024
"""Beyond it a call is BUSY: at 16 a tick the last one would wait for more than three seconds."""

_inside: ContextVar[bool] = ContextVar("inside_game_call", default=False)


class GameQueue:
    """Plain calls into the game, in order. On the engine's loop."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._items: deque[tuple[asyncio.Future[Any], Callable[[], Any]]] = deque()
        self._is_open = True

    def submit(self, call: Callable[[], T]) -> asyncio.Future[T]:
        """Have a call made in one of the next ticks; cancelling its future takes it out.

        Raises:
            CompanionError: BUSY when too many wait, CANCELLED once closed.
        """
        if not self._is_open:
            raise CompanionError(Failure.CANCELLED, "the engine stops")
        if len(self._items) >= MOST_WAITING:
            raise CompanionError(Failure.BUSY, "the game's queue is full")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._items.append((future, call))
        return future

    def tick(self) -> int:
        """Make the calls of one tick.

        Returns:
            How many were made.
        """
        began, made = self._clock.monotonic(), 0
        while self._items and made < ITEMS_PER_TICK:
            future, call = self._items.popleft()
            if future.done():
                continue
            _make(future, call)
            made += 1
            if self._clock.monotonic() - began >= BUDGET_S:
                break
        return made

    async def run(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Tick until closed."""
        while self._is_open:
            self.tick()
            await sleep(TICK_S)

    def close(self) -> None:
        """Complete what waits with CANCELLED and take nothing more."""
        self._is_open = False
        for future, _ in self._items:
            if not future.done():
                future.set_exception(CompanionError(Failure.CANCELLED, "the engine stops"))
        self._items.clear()


def forbid_inside_game_call() -> None:
    """Guard what waits for a model or a tool: a game call would hold up every other (ENG-016).

    Raises:
        RuntimeError: A game call tried it; a mistake in a module.
    """
    if _inside.get():
        raise RuntimeError("a game call must not wait for a model or a tool")


def _make(future: asyncio.Future[T], call: Callable[[], T]) -> None:
    with _inside_game_call():
        try:
            future.set_result(call())
        except Exception as error:  # noqa: BLE001 - belongs to whoever waits
            future.set_exception(error)


@contextlib.contextmanager
def _inside_game_call() -> Iterator[None]:
    token = _inside.set(True)
    try:
        yield
    finally:
        _inside.reset(token)
