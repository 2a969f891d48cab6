"""Threads with a bounded queue."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from companion.engine.execution.workers import Workers
from companion.support.errors import CompanionError, Failure
from tests.helpers.engine_desk import settle


@pytest.fixture
def workers() -> Iterator[Workers]:
    pool = Workers("test", workers=1, waiting=1)
    pool.start()
    yield pool
    pool.stop()


async def test_a_result_comes_back_from_another_thread(workers: Workers) -> None:
    assert await workers.run(threading.get_ident) != threading.get_ident()


async def test_an_error_comes_back_to_whoever_waits(workers: Workers) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await workers.run(int, "no number")


@pytest.mark.behaviour("ENG-009")
async def test_a_full_queue_answers_busy_at_once(workers: Workers) -> None:
    gate = threading.Event()
    async with asyncio.TaskGroup() as tasks:
        for _ in range(2):
            tasks.create_task(workers.run(gate.wait, 20))
        await asyncio.sleep(0)
        with pytest.raises(CompanionError) as refused:
            await workers.run(gate.wait, 20)
        gate.set()
    assert refused.value.failure == Failure.BUSY


async def test_what_a_cancelled_caller_queued_never_runs(workers: Workers) -> None:
    gate, ran = threading.Event(), []
    first = asyncio.ensure_future(workers.run(gate.wait, 20))  # noqa: TID251
    second = asyncio.ensure_future(workers.run(ran.append, 1))  # noqa: TID251
    await asyncio.sleep(0)
    second.cancel()
    await settle()
    gate.set()
    await first
    await workers.run(int)
    assert ran == []


def _held(running: threading.Event, gate: threading.Event) -> bool:
    running.set()
    return gate.wait(20)


@pytest.mark.behaviour("ENG-010")
async def test_stopping_cancels_what_has_not_begun(workers: Workers) -> None:
    running, gate = threading.Event(), threading.Event()
    first = asyncio.ensure_future(workers.run(_held, running, gate))  # noqa: TID251
    second = asyncio.ensure_future(workers.run(int))  # noqa: TID251
    await asyncio.to_thread(running.wait, 60)
    workers.stop()
    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await second
    assert await first


async def test_a_stopped_pool_takes_nothing(workers: Workers) -> None:
    workers.stop()
    with pytest.raises(CompanionError) as refused:
        await workers.run(int)
    assert refused.value.failure == Failure.CANCELLED
