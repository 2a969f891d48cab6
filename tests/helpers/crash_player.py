"""A player whose engine is killed again and again, and who knows what was acknowledged."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from companion.engine.storage.record import Preferences
from companion.protocol.requests import Chat, Control, ControlAction, Invoke, SetPreferences
from companion.protocol.responses import ErrorMessage, History, Outcome, Reply, UserTurn, Welcome
from companion.support.errors import Failure
from tests.helpers.crash_extension import BEGUN, CREDIT, ENDED, LOOK
from tests.helpers.engine_client import Outsider

KEPT = 40
"""Of the latest rounds so many are looked for; the history shows 50."""


class Effects:
    """The world outside: what is written there has happened."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def count(self, request: uuid.UUID) -> tuple[int, int]:
        """How often the effect of a request began, and ended."""
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        found = Counter(lines)
        return found[f"{BEGUN} {request}"], found[f"{ENDED} {request}"]


@asynccontextmanager
async def visiting(url: str, token: str) -> AsyncIterator[Outsider]:
    """A companion that is welcome."""
    async with connect(url, proxy=None, open_timeout=20, max_queue=None) as socket:
        client = Outsider(socket)
        await client.hello(token)
        assert isinstance(await client.receive(), Welcome)
        yield client


class Player:
    """Asks mixed requests and keeps account of them over all lives of the engine.

    Attributes:
        pending: What was not answered when the engine died.
        found: How often each verdict was met: a proof that met none proves nothing.
    """

    def __init__(self, token: str, effects: Effects, seed: str) -> None:
        self.token = token
        self.pending: Any = None
        self.found: Counter[str] = Counter()
        self._effects = effects
        self._random = random.Random(seed)
        self._words: list[uuid.UUID] = []
        self._answered: dict[uuid.UUID, Reply] = {}
        self._credits: list[Invoke] = []
        self._preferences = Preferences()

    async def play(self, client: Outsider, answered: asyncio.Semaphore) -> None:
        """Ask until the connection is gone; tells of each answer."""
        while True:
            self.pending = self._next()
            reply = await reply_to(client, self.pending)
            self._take(self.pending, reply)
            self.pending = None
            answered.release()

    async def judge(self, client: Outsider) -> None:
        """Hold a restarted engine against what its dead predecessor acknowledged."""
        await self._judge_preferences(client)
        await self._judge_history(client)
        await self._ask_again(client)
        await self._ask_interrupted(client)

    def _next(self) -> Chat | Invoke | SetPreferences:
        request = uuid.uuid4()
        match self._random.choice(("credit", "credit", "prefer", "say")):
            case "credit":
                return Invoke(request, {"moduleId": CREDIT, "name": str(request)})
            case "prefer":
                one, other = self._random.random() < 0.5, self._random.random() < 0.5
                return SetPreferences(request, one, other, history=True)
            case _:
                return Chat(request, "/help")

    def _take(self, request: Any, reply: Reply) -> None:
        assert reply.outcome is Outcome.SUCCEEDED, reply.code
        self._answered[request.request] = reply
        match request:
            case SetPreferences(external=external, free_chat=free_chat):
                self._preferences = Preferences(external, free_chat, history=True)
                self.found["preferences"] += 1
            case Invoke():
                self._credits.append(request)
                assert self._effects.count(request.request) == (1, 1)
            case Chat():
                self._words.append(request.request)

    async def _judge_preferences(self, client: Outsider) -> None:
        reply = await reply_to(client, Invoke(uuid.uuid4(), {"moduleId": LOOK}))
        found = msgspec.json.decode(reply.text.text, type=Preferences)
        wanted = [self._preferences]
        if isinstance(self.pending, SetPreferences):
            wanted.append(Preferences(self.pending.external, self.pending.free_chat, history=True))
        assert found in wanted
        self._preferences = found

    async def _judge_history(self, client: Outsider) -> None:
        await client.send(Control(uuid.uuid4(), ControlAction.HISTORY))
        history = await client.next(History)
        assert isinstance(history, History)
        spoken = [turn.request for turn in history.entries if isinstance(turn, UserTurn)]
        assert len(spoken) == len(set(spoken))
        told = {turn.request for turn in history.entries}
        assert set(self._words[-KEPT // 2 :]) <= told
        self.found["rounds"] += len(told)

    async def _ask_again(self, client: Outsider) -> None:
        """The same request again gets the same answer, and nothing happens."""
        for request in self._credits[-1:]:
            reply = await reply_to(client, request)
            assert reply.text == self._answered[request.request].text
            assert self._effects.count(request.request) == (1, 1)
            self.found["replayed"] += 1

    async def _ask_interrupted(self, client: Outsider) -> None:
        """What the kill cut off: done before, unknown for good, or done now; never twice."""
        pending, self.pending = self.pending, None
        if not (isinstance(pending, Invoke) and pending.action == CREDIT):
            return
        before = self._effects.count(pending.request)
        reply = await reply_to(client, pending)
        begun, ended = self._effects.count(pending.request)
        if reply.code == Failure.EFFECT_UNKNOWN:
            assert (begun, ended) == before
            again = await reply_to(client, pending)
            assert again.code == Failure.EFFECT_UNKNOWN
            self.found["unknown"] += 1
        else:
            assert reply.outcome is Outcome.SUCCEEDED, reply.code
            assert (begun, ended) == (1, 1)
            assert before != (1, 0), "an interrupted write was called a success"
            self.found["done before" if before == (1, 1) else "done now"] += 1
            self._credits.append(pending)
            self._answered[pending.request] = reply


async def reply_to(client: Outsider, request: Any) -> Reply:
    """Ask, and wait for the answer to that."""
    await client.send(request)
    while True:
        message = await client.receive()
        assert not isinstance(message, ErrorMessage), message.code
        if isinstance(message, Reply) and message.request == request.request:
            return message
