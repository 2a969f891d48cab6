"""The engine is killed at random moments of mixed requests; nothing acknowledged is lost after it.

It is `companion serve` with an installed extension package, and everything is asked over the wire:
by players who paired at its console, hold it against what it had told them, and go on until the
next SIGKILL.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import uuid
from collections import Counter
from collections.abc import Coroutine, Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from companion.protocol.requests import Chat
from companion.protocol.responses import Outcome
from companion.protocol.signon import Pair, Pairing
from companion.support.errors import Failure
from tests.helpers.crash_player import Effects, Player, reply_to, visiting
from tests.helpers.crash_stable import Engine, Stable
from tests.helpers.engine_client import Outsider

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="forks the processes it kills"),
]

SEEDS = (27, 18, 28, 45, 90)
KILLS = 40
"""A world; 200 in all."""
OPENING_KILLS = 4
"""Every so manieth engine is killed while it opens its world."""
OPENING_S = 0.15
MOST_ANSWERS = 20
"""Else an engine is killed after so many answers at most,"""
SLACK_S = 0.008
"""and this much later at most, so that the kill comes between answers too."""
NAMES = ("Alex", "Steve", "Kim")
GUEST = "Dana"
"""The one whose binding the console takes and gives back all the time."""
SYSTEM = "system:default"
LIFE_S = 30.0


@pytest.fixture(scope="module")
def stable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stable]:
    stable = Stable(tmp_path_factory.mktemp("package"))
    yield stable
    stable.close()


async def paired(engine: Engine, name: str) -> str:
    """Sign a companion on; gives its token."""
    async with connect(engine.url, proxy=None) as socket:
        client = Outsider(socket)
        await client.hello("")
        await client.send(Pair(uuid.uuid4(), player=name))
        await client.next(Pairing)  # a step at a time: the next one before its answer is BUSY
        (code,) = re.findall(r"\b\d{6}\b", await engine.says())
        await client.send(Pair(uuid.uuid4(), code=code))
        while not (isinstance(told := await client.next(Pairing), Pairing) and told.token):
            pass
        return str(told.token)


class Guest:
    """A player who asks nothing while the console grants and revokes."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.found: Counter[str] = Counter()
        self._may_be = {False}

    async def judge(self, client: Outsider) -> None:
        """The binding is as it was acknowledged, or as it was about to be."""
        reply = await reply_to(client, Chat(uuid.uuid4(), "/help"))
        assert reply.outcome is Outcome.SUCCEEDED or reply.code == Failure.NOT_BOUND, reply.code
        is_bound = reply.outcome is Outcome.SUCCEEDED
        assert is_bound in self._may_be
        self._may_be = {is_bound}
        self.found["bound" if is_bound else "unbound"] += 1

    async def turn(self, engine: Engine) -> None:
        """Grant or revoke until the engine is dead."""
        (is_bound,) = self._may_be
        while True:
            self._may_be = {True, False}
            line = f"revoke {GUEST}" if is_bound else f"grant {SYSTEM} {GUEST}"
            assert GUEST in await engine.types(line)
            if is_bound:
                await engine.says()
            is_bound = not is_bound
            self._may_be = {is_bound}


class World:
    """One world over all lives of its engine."""

    def __init__(self, folder: Path, stable: Stable, seed: int) -> None:
        folder.mkdir(exist_ok=True)
        self.players: list[Player] = []
        self.guest = Guest("")
        self._folder = folder
        self._stable = stable
        self._seed = seed
        self._random = random.Random(seed)

    async def settle(self) -> None:
        """The first life: everybody pairs, and all but the guest are granted a system."""
        async with self._stable.engine(self._folder) as engine:
            await engine.serves()
            effects = Effects(self._folder / "effects")
            for name in NAMES:
                token = await paired(engine, name)
                async with visiting(engine.url, token):
                    await engine.types(f"grant {SYSTEM} {name}")
                self.players.append(Player(token, effects, f"{self._seed}.{name}"))
            self.guest = Guest(await paired(engine, GUEST))

    async def die_opening(self) -> None:
        """A life that ends while the world is opened."""
        async with self._stable.engine(self._folder):
            await asyncio.sleep(self._random.uniform(0, OPENING_S))

    async def live(self) -> None:
        """A life: judge what the last one left, go on, and be killed."""
        async with asyncio.timeout(LIFE_S), self._stable.engine(self._folder) as engine:
            url = await engine.serves()
            async with contextlib.AsyncExitStack() as stack:
                clients = [
                    await stack.enter_async_context(visiting(url, p.token)) for p in self._all
                ]
                for player, client in zip(self._all, clients, strict=True):
                    await player.judge(client)
                await self._play(engine, clients)

    @property
    def _all(self) -> list[Player | Guest]:
        return [*self.players, self.guest]

    async def _play(self, engine: Engine, clients: list[Outsider]) -> None:
        answered = asyncio.Semaphore(0)
        async with asyncio.TaskGroup() as tasks:
            for player, client in zip(self.players, clients, strict=False):
                tasks.create_task(until_killed(player.play(client, answered)))
            tasks.create_task(until_killed(self.guest.turn(engine)))
            for _ in range(self._random.randint(0, MOST_ANSWERS)):
                await answered.acquire()
            await asyncio.sleep(self._random.uniform(0, SLACK_S))
            engine.kill()


async def until_killed(work: Coroutine[None, None, None]) -> None:
    """Work until the engine is gone, which is no failure here."""
    with contextlib.suppress(ConnectionClosed, ConnectionError):
        await work


@pytest.mark.behaviour("ENG-027", "PROTO-057", "TOOL-010")
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_kill_loses_nothing_acknowledged_and_repeats_no_request(
    seed: int, tmp_path: Path, stable: Stable
) -> None:
    world = World(tmp_path / "served", stable, seed)
    await world.settle()
    for kill in range(KILLS):
        await (world.live() if kill % OPENING_KILLS else world.die_opening())
    await world.live()
    found = sum((player.found for player in world.players), Counter()) + world.guest.found
    for verdict in ("preferences", "rounds", "replayed", "unknown", "bound", "unbound"):
        assert found[verdict] > 0, f"nothing was {verdict}: {found}"
