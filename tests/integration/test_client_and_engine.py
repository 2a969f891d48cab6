"""The client against the real engine: in process, as its child, killed, and behind proxies."""

from __future__ import annotations

import os
import queue
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from companion.cards.library import load_library
from companion.client import embedded_engine
from companion.client.client import Client, ClientParts, TurnRecord
from companion.client.embedded_engine import EmbeddedEngine
from companion.client.engine_source import EngineAddress, EngineSource, FixedEngine
from companion.client.state import Health
from companion.engine.server import EngineServer
from companion.games.registry import open_link
from companion.protocol.limits import SILENCE_S
from companion.support.clock import Clock, SystemClock
from companion.support.errors import Failure
from companion.support.loops import LoopThread
from tests.helpers.client_watch import Watched
from tests.helpers.speech_fakes import FakeEars, FakeMouth

DEAD_PROXY = "http://127.0.0.1:9"


class JumpingClock(SystemClock):
    """The computer's clock, with time added by the test."""

    added = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self.added


@asynccontextmanager
async def client_of(engine: EngineSource, clock: Clock | None = None) -> AsyncIterator[Watched]:
    clock = clock or SystemClock()
    watched = Watched(FakeMouth(clock))
    parts = ClientParts(
        ears=lambda events: FakeEars(events, clock),
        mouth=watched.mouth,
        engine=engine,
        library=load_library("en_us"),
        clock=clock,
    )
    client = watched.client = Client(parts, watched.see, lambda dbfs: None, watched.turns.append)
    await client.start()
    try:
        yield watched
    finally:
        await client.stop()


@asynccontextmanager
async def served() -> AsyncIterator[FixedEngine]:
    server = EngineServer(open_link(None), "token-of-the-test", SystemClock())
    port = await server.start()
    try:
        yield FixedEngine(EngineAddress(f"ws://127.0.0.1:{port}/", "token-of-the-test"))
    finally:
        await server.stop()


async def test_a_typed_sentence_is_answered_by_the_engine_with_a_card() -> None:
    async with served() as engine, client_of(engine) as watched:
        watched.client.send("show my quests")
        state = await watched.until(lambda s: s.front is not None)
        assert state.front is not None
        card = state.card(state.front)
        assert card is not None
        assert card.data.build_card().template == "system:quest_list"
        assert watched.mouth.words


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy"])
async def test_a_dead_proxy_does_not_hinder_loopback(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, DEAD_PROXY)
    monkeypatch.setenv("no_proxy", "")
    async with served() as engine, client_of(engine) as watched:
        state = await watched.until(lambda s: s.engine is not None)
        assert state.engine is not None
        assert state.engine.link == "demo"


async def test_a_wrong_token_is_told_and_nothing_hangs() -> None:
    async with served() as engine:
        wrong = FixedEngine(EngineAddress(engine.at.url, "not-the-token-of-the-test"))
        async with client_of(wrong) as watched:
            state = await watched.until(lambda s: watched.part("engine").health is Health.FAILED)
            assert watched.part("engine").reason is Failure.UNAUTHORIZED
            assert state.entries[-1].words.key == "failure.unauthorized"


async def test_the_embedded_engine_answers_and_ends_with_the_client() -> None:
    engine = EmbeddedEngine("", "en_us", SystemClock())
    async with client_of(engine) as watched:
        watched.client.send("show my quests")
        await watched.until(lambda s: s.front is not None)
        pid = engine.pid
    assert pid is not None
    assert engine.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
async def test_an_engine_killed_in_mid_request_is_told_restarted_and_answers_again() -> None:
    engine = EmbeddedEngine("", "en_us", SystemClock())
    async with client_of(engine) as watched:
        await watched.until(lambda s: s.engine is not None)
        pid = engine.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        watched.client.send("show my quests")
        await watched.until(lambda s: s.waiting)
        os.kill(pid, signal.SIGKILL)
        await watched.until(lambda s: not s.waiting)
        assert watched.log[-1] == "failure.engine_stopped"
        assert watched.mouth.words
        await watched.until(lambda s: s.engine is not None)
        assert "client.engine.back" in watched.log
        assert engine.pid not in (None, pid)
        watched.client.send("show my quests")
        await watched.until(lambda s: s.front is not None)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
async def test_a_question_wakes_an_engine_that_died_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_engine, "wait_before", lambda attempt, jitter: 600.0)
    engine = EmbeddedEngine("", "en_us", SystemClock())
    async with client_of(engine) as watched:
        await watched.until(lambda s: s.engine is not None)
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        await watched.until(lambda s: s.engine is None)
        watched.client.send("show my quests")
        await watched.until(lambda s: s.front is not None)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
async def test_an_engine_that_only_falls_silent_is_noticed_and_replaced() -> None:
    clock = JumpingClock()
    engine = EmbeddedEngine("", "en_us", clock)
    async with client_of(engine, clock) as watched:
        await watched.until(lambda s: s.engine is not None)
        pid = engine.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        clock.added = SILENCE_S
        await watched.until(lambda s: s.engine is None)
        await watched.until(lambda s: s.engine is not None)
        assert engine.pid not in (None, pid)


class SetClock(SystemClock):
    """The computer's clock, whose date somebody sets."""

    set_by = 0.0

    def wall(self) -> float:
        return super().wall() + self.set_by


DAY_S = 86_400.0


async def test_a_clock_that_is_set_while_the_companion_runs_ends_and_repeats_nothing() -> None:
    clock = SetClock()
    server = EngineServer(open_link(None), "token-of-the-test", clock)
    port = await server.start()
    engine = FixedEngine(EngineAddress(f"ws://127.0.0.1:{port}/", "token-of-the-test"))
    async with client_of(engine, clock) as watched:
        await watched.until(lambda s: s.engine is not None)
        for number, set_by in enumerate((DAY_S, -DAY_S, 3600.0, -3600.0, 0.0), 1):
            watched.client.send("show my quests")
            clock.set_by = set_by
            await watched.until(lambda s: not s.waiting and watched.mouth.is_speaking)
            watched.mouth.finish()
            await watched.until(lambda s, n=number: len(watched.turns) == n)
        assert watched.part("engine").health is Health.READY
        told = [key for key in watched.log if key.startswith(("failure.", "client.engine"))]
    await server.stop()
    assert [turn.failure for turn in watched.turns] == [None] * 5
    assert (told, len(watched.mouth.said)) == ([], 5)


def test_a_client_on_its_own_thread_takes_orders_from_any_other() -> None:
    clock = SystemClock()
    loop = LoopThread("client-io")
    engine = EmbeddedEngine("", "en_us", clock)
    turns: queue.Queue[TurnRecord] = queue.Queue()
    parts = ClientParts(lambda events: FakeEars(events, clock), None, engine, load_library("en_us"))
    client = Client(parts, on_turn=turns.put)
    client.send("show my quests")
    loop.start()
    try:
        loop.submit(client.start()).result(10)
        turn = turns.get(timeout=30)
        assert (turn.heard, turn.template) == ("show my quests", "system:quest_list")
        assert client.state.front is not None
    finally:
        loop.submit(client.stop()).result(20)
        loop.stop()
    assert engine.pid is None
