"""The child process, as small scripts play it: it refuses, babbles, sleeps, dies, is not there."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from companion.client import child_process, embedded_engine
from companion.client.connection import LONGEST_WAIT_S, wait_before
from companion.client.embedded_engine import EmbeddedEngine, engine_command, port_of
from companion.support.clock import SystemClock
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

GREETS = "import json, sys; start = json.loads(sys.stdin.readline()); "
STAYS = GREETS + "print(json.dumps({'port': 4711}), flush=True); sys.stdin.read()"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    + GREETS
    + "print(json.dumps({'port': 4711}), flush=True); time.sleep(600)"
)


def child(script: str) -> EmbeddedEngine:
    return EmbeddedEngine("", "en_us", SystemClock(), (sys.executable, "-c", script))


@asynccontextmanager
async def running(engine: EmbeddedEngine) -> AsyncIterator[None]:
    task = spawn(engine.run(), "engine")
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def test_the_address_has_the_childs_port_and_a_token_that_no_log_shows() -> None:
    engine = child(STAYS)
    async with running(engine):
        address = await engine.address()
    assert address.url == "ws://127.0.0.1:4711/"
    assert len(address.token) == 64
    assert address.token not in repr(address)


async def test_the_token_travels_through_the_pipe() -> None:
    engine = child(GREETS + "print(json.dumps({'port': len(start['token'])}), flush=True)")
    async with running(engine):
        assert (await engine.address()).url == "ws://127.0.0.1:64/"


@pytest.mark.parametrize(
    ("script", "failure"),
    [
        (
            GREETS + "print(json.dumps({'failure': 'folder_missing', 'detail': 'x'}))",
            "folder_missing",
        ),
        (GREETS + "print('hello')", "engine_not_started"),
        ("raise SystemExit(3)", "engine_not_started"),
    ],
    ids=["refuses", "babbles", "dies"],
)
async def test_a_child_that_does_not_serve_says_why(script: str, failure: str) -> None:
    engine = child(script)
    async with running(engine):
        with pytest.raises(CompanionError) as raised:
            await engine.address()
    assert raised.value.failure == failure


async def test_a_child_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_engine, "START_DEADLINE_S", 0.05)
    engine = child("import sys; sys.stdin.read()")
    async with running(engine):
        with pytest.raises(CompanionError) as raised:
            await engine.address()
    assert raised.value.failure is Failure.ENGINE_NOT_STARTED


async def test_whatever_goes_wrong_at_the_start_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def break_down(process: object, line: str) -> bytes:
        raise RuntimeError("told to")

    engine = child(STAYS)
    with monkeypatch.context() as patch:
        patch.setattr(embedded_engine, "say", break_down)
        async with running(engine):
            with pytest.raises(CompanionError, match="engine_not_started: RuntimeError"):
                await engine.address()
            patch.undo()
            assert (await engine.address()).url == "ws://127.0.0.1:4711/"


async def test_a_program_that_is_not_there_is_told() -> None:
    engine = EmbeddedEngine("", "en_us", SystemClock(), ("/no/such/program",))
    async with running(engine):
        with pytest.raises(CompanionError) as raised:
            await engine.address()
    assert raised.value.failure is Failure.ENGINE_NOT_STARTED


async def test_a_dead_child_is_replaced_and_whoever_waits_is_woken() -> None:
    ups = asyncio.Semaphore(0)
    engine = child(STAYS)
    engine.tell_when_up(ups.release)
    async with running(engine):
        first = await engine.address()
        await ups.acquire()
        assert await engine.why_lost(was_silent=True) is Failure.ENGINE_STOPPED
        await ups.acquire()
        second = await engine.address()
    assert second.token != first.token


class SeenLate:
    """A process whose end the engine, which waits first, sees later than others do."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._is_first = True
        self.seen = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._process, name)

    async def wait(self) -> int:
        is_first, self._is_first = self._is_first, False
        code = await self._process.wait()
        if is_first:
            await self.seen.wait()
        return code


async def test_nobody_is_sent_to_a_child_that_is_known_to_have_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = child(STAYS)
    spawn_child, children = engine._spawn, list[SeenLate]()

    async def started() -> SeenLate:
        children.append(SeenLate(await spawn_child()))
        return children[-1]

    monkeypatch.setattr(engine, "_spawn", started)
    async with running(engine):
        first = await engine.address()
        assert await engine.why_lost(was_silent=True) is Failure.ENGINE_STOPPED
        again = spawn(engine.address(), "again")
        children[0].seen.set()
        assert (await again).token != first.token


async def test_a_living_child_is_not_blamed_for_a_lost_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(embedded_engine, "NOTICE_DEADLINE_S", 0.01)
    engine = child(STAYS)
    async with running(engine):
        await engine.address()
        assert await engine.why_lost(was_silent=False) is Failure.CONNECTION_LOST
        assert engine.pid is not None


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
async def test_a_child_that_will_not_end_is_made_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "END_DEADLINE_S", 0.05)
    engine = child(STUBBORN)
    async with running(engine):
        await engine.address()
        assert engine.pid is not None
    assert engine.pid is None


async def test_a_child_that_floods_its_log_is_not_blocked_by_it() -> None:
    flood = "import sys; sys.stderr.write('x' * 500_000 + chr(10)); sys.stderr.flush(); "
    engine = child(flood + STAYS)
    async with running(engine):
        assert (await engine.address()).url == "ws://127.0.0.1:4711/"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"[" * 60_000,
        b'{"port": "x"}',
        b'{"port": true}',
        b'{"port": 65536}',
        b'{"failure": "unheard of"}',
        b'{"failure": []}',
    ],
    ids=[
        "nothing",
        "cut",
        "list",
        "number",
        "deep",
        "text port",
        "truth port",
        "no port of TCP",
        "unknown failure",
        "list of failures",
    ],
)
def test_a_line_without_a_port_is_no_start(line: bytes) -> None:
    with pytest.raises(CompanionError) as raised:
        port_of(line)
    assert raised.value.failure is Failure.ENGINE_NOT_STARTED


def test_a_frozen_build_runs_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine_command() == (sys.executable, "-m", "companion", "engine")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert engine_command() == (sys.executable, "engine")


def test_the_wait_doubles_up_to_half_a_minute_with_jitter() -> None:
    assert [wait_before(attempt, 1.0) for attempt in range(4)] == [0.5, 1.0, 2.0, 4.0]
    assert wait_before(0, 0.0) == 0.25
    assert wait_before(1000, 1.0) == LONGEST_WAIT_S


async def test_who_asks_does_not_wait_for_the_next_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_engine, "wait_before", lambda attempt, jitter: 600.0)
    engine, ups = child(STAYS), asyncio.Semaphore(0)
    engine.tell_when_up(ups.release)
    async with asyncio.timeout(20), running(engine):
        for _ in range(3):
            await ups.acquire()
            assert engine.pid is not None
            os.kill(engine.pid, signal.SIGTERM)
            while engine.pid is not None:  # noqa: ASYNC110 - the end is seen nowhere else
                await asyncio.sleep(0.01)
            engine.hurry()
