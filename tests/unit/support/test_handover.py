from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from weakref import ref

import pytest

from companion.support.handover import Bell, result_of
from companion.support.loops import spawn


class RecordingLoop:
    """A loop that only notes how often it is woken."""

    def __init__(self, *, is_closed: bool = False) -> None:
        self.woken: list[Callable[[], None]] = []
        self._is_closed = is_closed

    def is_closed(self) -> bool:
        return self._is_closed

    def call_soon_threadsafe(self, callback: Callable[[], None]) -> None:
        self.woken.append(callback)


def ready(value: object) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(value)
    return future


async def waiting() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()


async def test_what_a_thread_makes_comes_to_the_loop() -> None:
    with ThreadPoolExecutor(1) as pool:
        found = await asyncio.gather(*(result_of(pool.submit(pow, 2, n)) for n in range(5)))
    assert found == [1, 2, 4, 8, 16]


async def test_what_a_thread_raises_is_raised() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(ZeroDivisionError):
        await result_of(pool.submit(lambda: 1 / 0))


async def test_a_result_that_is_there_is_given_without_a_turn_of_the_loop() -> None:
    turns: list[str] = []
    asyncio.get_running_loop().call_soon(turns.append, "turn")
    assert (await result_of(ready("here")), turns) == ("here", [])


async def test_whoever_stops_waiting_cancels_what_has_not_begun() -> None:
    future: Future[int] = Future()
    task = spawn(result_of(future), "waiting")
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert future.cancelled()


async def test_a_cancelled_future_cancels_whoever_waits() -> None:
    future: Future[int] = Future()
    future.cancel()
    with pytest.raises(asyncio.CancelledError):
        await result_of(future)


async def test_many_results_wake_the_loop_once_and_the_next_one_again() -> None:
    loop = RecordingLoop()
    bell = Bell(loop)  # type: ignore[arg-type]
    first = [await waiting() for _ in range(3)]
    for number, one in enumerate(first):
        bell.ring(one, ready(number))
    assert len(loop.woken) == 1
    loop.woken[0]()
    assert [one.result() for one in first] == [0, 1, 2]
    bell.ring(await waiting(), ready(3))
    assert len(loop.woken) == 2


async def test_a_closed_loop_is_not_woken() -> None:
    loop = RecordingLoop(is_closed=True)
    Bell(loop).ring(await waiting(), ready(1))  # type: ignore[arg-type]
    assert loop.woken == []


def test_a_loop_that_has_ended_is_let_go() -> None:
    def run() -> ref[asyncio.AbstractEventLoop]:
        loop, go = asyncio.new_event_loop(), threading.Event()
        loop.call_soon(loop.call_soon, go.set)
        with ThreadPoolExecutor(1) as pool:
            assert loop.run_until_complete(result_of(pool.submit(go.wait)))
        loop.close()
        return ref(loop)

    ended = run()
    gc.collect()
    assert ended() is None
