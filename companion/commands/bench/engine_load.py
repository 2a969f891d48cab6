"""Companions as a load: many connections of one process.

What an answer took counts from the moment its request was due, so a slow engine cannot put off what
it is measured by.

A player who waits for an answer asks nothing else meanwhile, since a second request is BUSY by
design: the next request comes from somebody who does not wait. BUSY for any other reason is a miss.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from companion.commands.bench.engine_companion import Companion
from companion.protocol.limits import HEARTBEAT_S
from companion.protocol.requests import Invoke, Ping
from companion.protocol.responses import ErrorMessage, Notice, Outcome, Reply
from companion.support.loops import spawn

MISSED_MS = 5_000.0
"""What an answer that is no success, or does not come, counts as."""
AT_ONCE = 32
"""Connections that are opened at the same time."""
CONNECT_S = 20.0
_BEATS = 50


@dataclass(slots=True)
class Load:
    """What a stretch of load came to.

    Attributes:
        waits_ms: Of every request that was due; MISSED_MS for a miss.
        misses: Code of each that was refused, failed or not answered.
    """

    waits_ms: list[float] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)


class Crowd:
    """Many companions, each with its heartbeat. On the bench's loop."""

    def __init__(self) -> None:
        self._all: list[Companion] = []
        self._due: dict[UUID, float] = {}
        self._waits: dict[UUID, Companion] = {}
        self._load = Load()
        self._unread = 0
        self._last_read = 0.0
        self._read = asyncio.Event()
        self._answered = asyncio.Event()
        self._beating: asyncio.Task[None] | None = None

    async def connect(self, port: int, tokens: Sequence[str]) -> None:
        """Connect a companion for each token.

        Raises:
            OSError: A connection cannot be had.
            TimeoutError: It takes too long.
        """
        self._beating = self._beating or spawn(self._beat(), "heartbeats")
        async with asyncio.timeout(CONNECT_S):
            for start in range(0, len(tokens), AT_ONCE):
                few = tokens[start : start + AT_ONCE]
                await asyncio.gather(*(self._connect(port, token) for token in few))

    async def load(self, per_s: float, seconds: float, seed: int) -> Load:
        """Send structured commands at random moments, each from a companion at random.

        Args:
            per_s: How many a second in the mean; nothing waits for an answer.
            seconds: How long.
            seed: Decides the moments.
        """
        chance, self._load = random.Random(seed), Load()
        start = time.perf_counter()
        due = start + chance.expovariate(per_s)
        while due < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._ask(chance, due)
            due += chance.expovariate(per_s)
        await self._settle()
        return self._load

    async def read_by_all(self, begin: Callable[[], None]) -> float:
        """Have a notice sent; gives the milliseconds until the last companion has read it."""
        self._unread = len(self._all)
        self._read.clear()
        start = time.perf_counter()
        begin()
        async with asyncio.timeout(MISSED_MS / 1e3):
            await self._read.wait()
        return (self._last_read - start) * 1e3

    def close(self) -> None:
        """Hang up, all of them."""
        if self._beating:
            self._beating.cancel()
        for companion in self._all:
            companion.close()

    async def _connect(self, port: int, token: str) -> None:
        loop = asyncio.get_running_loop()
        make = lambda: Companion(token, self._heard)  # noqa: E731
        _, companion = await loop.create_connection(make, "127.0.0.1", port)
        await companion.welcomed
        self._all.append(companion)

    def _ask(self, chance: random.Random, due: float) -> None:
        """Send a command from somebody who does not wait for an answer."""
        request, waiting = uuid4(), set(map(id, self._waits.values()))
        asking = chance.choice(self._all)
        while id(asking) in waiting and len(waiting) < len(self._all):
            asking = chance.choice(self._all)
        self._due[request], self._waits[request] = due, asking
        asking.send(Invoke(request, {"moduleId": "system:quest_list"}))

    def _heard(self, message: Reply | ErrorMessage | Notice) -> None:
        if isinstance(message, Notice):
            self._unread -= 1
            if self._unread == 0:
                self._last_read = time.perf_counter()
                self._read.set()
            return
        due = self._due.pop(message.request, None) if message.request else None
        if due is None or not message.request:
            return
        del self._waits[message.request]
        if not self._due:
            self._answered.set()
        is_good = isinstance(message, Reply) and message.outcome is Outcome.SUCCEEDED
        waited_ms = (time.perf_counter() - due) * 1e3
        self._load.waits_ms.append(waited_ms if is_good else MISSED_MS)
        if not is_good:
            self._load.misses.append(message.code)

    async def _settle(self) -> None:
        """Wait for the last answers; what has none by then is a miss."""
        self._answered.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MISSED_MS / 1e3 if self._due else 0):
                await self._answered.wait()
        self._load.waits_ms += [MISSED_MS] * len(self._due)
        self._load.misses += ["no answer"] * len(self._due)
        self._due.clear()
        self._waits.clear()

    async def _beat(self) -> None:
        for number in itertools.cycle(range(_BEATS)):
            await asyncio.sleep(HEARTBEAT_S / _BEATS)
            for companion in self._all[number::_BEATS]:
                companion.send(Ping())
