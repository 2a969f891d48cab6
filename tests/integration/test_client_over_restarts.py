"""A player's client while its server is restarted: it comes back by itself, and nothing is lost."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.cards.library import load_library
from companion.client.client import Client, ClientParts
from companion.client.engine_source import EngineAddress, FixedEngine
from companion.client.state import Health
from companion.client.turn import TurnRecord
from companion.support.clock import SystemClock
from companion.support.errors import Failure
from tests.helpers.client_watch import Watched
from tests.helpers.served_process import Served, paired, served
from tests.helpers.speech_fakes import FakeEars, FakeMouth

pytestmark = [
    pytest.mark.alone,
    pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals"),
]
QUESTION = "show my quests"
ANSWER = "15 quests are open."


class PromptMouth(FakeMouth):
    """Lets all that is said be heard at once; notices come when they will."""

    def say(self, *args: Any, **how: Any) -> None:
        super().say(*args, **how)
        asyncio.get_running_loop().call_soon(self.finish)


@asynccontextmanager
async def player(url: str, token: str) -> AsyncIterator[Watched]:
    clock = SystemClock()
    watched = Watched(PromptMouth(clock))
    parts = ClientParts(
        ears=lambda events: FakeEars(events, clock),
        mouth=watched.mouth,
        engine=FixedEngine(EngineAddress(url, token, is_server=True)),
        library=load_library("en_us"),
        clock=clock,
    )

    def ends(turn: TurnRecord) -> None:
        watched.turns.append(turn)
        watched.see(watched.state)

    watched.client = Client(parts, watched.see, lambda dbfs: None, ends)
    await watched.client.start()
    try:
        yield watched
    finally:
        await watched.client.stop()


@asynccontextmanager
async def playing(server: Served) -> AsyncIterator[Watched]:
    """A player's client that is signed on, and may ask."""
    async with player(server.url, await paired(server)) as watched:
        await watched.until(lambda s: s.engine is not None)
        await server.types("grant system:default Alex")
        yield watched


async def ended(server: Served, how: signal.Signals) -> None:
    server.process.send_signal(how)
    await asyncio.wait_for(server.process.wait(), 60)


async def answered(watched: Watched) -> None:
    """Ask, and let the answer be heard."""
    before = len(watched.turns)
    watched.client.send(QUESTION)
    await watched.until(lambda s: len(watched.turns) > before)
    assert watched.turns[-1].failure is None


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
async def test_a_client_comes_back_after_its_server_was_restarted(
    tmp_path: Path, unused_tcp_port: int, how: signal.Signals
) -> None:
    at = ("--listen", f"127.0.0.1:{unused_tcp_port}")
    async with served(tmp_path, *at) as first, playing(first) as watched:
        await answered(watched)
        await ended(first, how)
        await watched.until(lambda s: watched.part("engine").health is not Health.READY)
        watched.client.send(QUESTION)
        await watched.until(lambda s: s.waiting)
        async with served(tmp_path, *at):
            await watched.until(lambda s: watched.part("engine").health is Health.READY)
            await watched.until(lambda s: len(watched.turns) == 2)
            await answered(watched)
            told = Counter(watched.log)
    assert [turn.failure for turn in watched.turns] == [None, None, None]
    assert (told["failure.connection_lost"], told["client.engine.back"]) == (1, 1)
    assert Counter(said.sentences[0] for said in watched.mouth.said)[ANSWER] == 3, (
        "nothing is said twice"
    )


async def test_a_question_that_ends_with_its_server_is_told_once_with_a_reason(
    tmp_path: Path, unused_tcp_port: int
) -> None:
    at = ("--listen", f"127.0.0.1:{unused_tcp_port}")
    async with served(tmp_path, *at) as first, playing(first) as watched:
        first.process.send_signal(signal.SIGSTOP)
        watched.client.send(QUESTION)
        await watched.until(lambda s: s.waiting)
        await ended(first, signal.SIGKILL)
        await watched.until(lambda s: len(watched.turns) == 1)
    assert watched.turns[0].failure is Failure.CONNECTION_LOST
    told = [key for key in watched.log if key.startswith("failure.")]
    assert set(told) == {"failure.connection_lost"}
