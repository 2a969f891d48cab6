"""Work for the loop is kept, cancelled and joined."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading

from companion.support.loops import LoopThread, spawn


def test_work_handed_in_runs_on_the_loops_thread():
    loop = LoopThread("probe")
    loop.start()

    async def where() -> str:
        return threading.current_thread().name

    assert loop.submit(where()).result(5) == "probe"
    loop.stop()


def test_stopping_cancels_what_still_runs():
    loop = LoopThread("probe")
    loop.start()
    future = loop.submit(asyncio.sleep(3_600))
    loop.stop()
    assert future.cancelled()


def test_a_call_after_the_end_is_dropped():
    loop = LoopThread("probe")
    loop.start()
    loop.stop()
    called: list[int] = []
    loop.call(called.append, 1)
    assert called == []


async def test_a_spawned_task_survives_the_collector_and_its_error_is_logged(caplog):
    started = asyncio.Event()

    async def fail() -> None:
        started.set()
        await asyncio.sleep(0)
        raise ValueError("told to")

    spawn(fail(), "doomed")
    gc.collect()
    await started.wait()
    with caplog.at_level(logging.ERROR):
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert "doomed" in caplog.text
