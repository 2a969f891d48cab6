"""Work for the loop is kept, cancelled and joined."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading

import pytest

from companion.support.loops import LoopThread, patiently, spawn


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


def test_work_handed_in_after_the_end_is_never_begun():
    loop = LoopThread("probe")
    loop.start()
    loop.stop()
    assert loop.submit(asyncio.sleep(3_600)).cancelled()
    assert not loop.is_running


async def test_a_patient_question_is_asked_on_a_thread_of_its_own():
    assert await patiently(lambda: threading.current_thread().name, "keyring") == "keyring"


async def test_what_a_patient_question_raises_is_raised_to_who_asked():
    def ask() -> None:
        raise ValueError("told to")

    with pytest.raises(ValueError, match="told to"):
        await patiently(ask, "keyring")


def test_a_question_that_nobody_answers_does_not_keep_the_loop_from_ending():
    answer = threading.Event()
    loop = LoopThread("probe")
    loop.start()
    asked = loop.submit(patiently(answer.wait, "keyring"))
    loop.stop(5.0)
    assert asked.cancelled()
    answer.set()


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
