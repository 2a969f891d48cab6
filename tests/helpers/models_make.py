"""Requests, replies and a model that answers what it is told to."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from typing import Any

from companion.engine.models.booking import ModelBooking
from companion.engine.models.failure import ModelError
from companion.engine.models.model import (
    Function,
    Message,
    Model,
    ModelDelta,
    ModelReply,
    ModelRequest,
    ModelUsage,
    Role,
)
from companion.engine.models.quota import GiveBack
from companion.support.errors import Failure

PLAYER = "5b1f2a44-0000-4000-8000-000000000001"
USAGE = ModelUsage(input=34, cached_input=4, output=12, thinking=2)
LIST = Function("system:quest_list", "Lists quests.")


def request(*messages: Message, **fields: Any) -> ModelRequest:
    """A request of one player; by default one sentence of theirs."""
    said = messages or (Message(Role.SYSTEM, "Be brief."), Message(Role.USER, "What is open?"))
    chosen = {"player": PLAYER, "language": "en_us", "purpose": "test:chat", "timeout_s": 5.0}
    return ModelRequest(said, **(chosen | fields))


async def read(model: Model, asked: ModelRequest) -> tuple[list[str], ModelReply | None]:
    """All texts of a stream, and its reply."""
    texts, reply = [], None
    async for delta in model.stream(asked):
        texts += [delta.text] if delta.text else []
        reply = delta.reply or reply
    return texts, reply


class FakeModel:
    """Gives replies or raises errors in order; the last one again and again.

    Attributes:
        asked: What it was asked.
        gate: Clear it and answers wait until it is set.
        at_once, most_at_once: Calls under way.
    """

    def __init__(self, *answers: ModelReply | Exception, id: str = "fake/one") -> None:  # noqa: A002
        self.id = id
        self.asked: list[ModelRequest] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.at_once = self.most_at_once = 0
        self._answers = deque(answers or (ModelReply("Two.", usage=USAGE),))

    async def complete(self, asked: ModelRequest) -> ModelReply:
        self.asked.append(asked)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self.gate.wait()
        finally:
            self.at_once -= 1
        answer = self._answers.popleft() if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def stream(self, asked: ModelRequest) -> AsyncGenerator[ModelDelta, None]:
        reply = await self.complete(asked)
        for word in reply.text.split():
            yield ModelDelta(word)
        yield ModelDelta(reply=reply)


class FakeQuota:
    """Lets so many calls through; counts what was taken and given back."""

    def __init__(self, left: int = 1000) -> None:
        self.left = left

    async def take(self, player: str) -> GiveBack:
        if self.left < 1:
            raise ModelError(Failure.MODEL_QUOTA)
        self.left -= 1
        return self._give_back

    async def _give_back(self) -> None:
        self.left += 1


class FakeMeter:
    """Keeps bookings."""

    def __init__(self) -> None:
        self.bookings: list[ModelBooking] = []

    def book(self, booking: ModelBooking) -> None:
        self.bookings.append(booking)
