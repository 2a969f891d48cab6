"""A peer that remembers, and a responder that waits until it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import UUID

from companion.engine.execution.desk import Interactive, Response, Served
from companion.engine.execution.player import Player
from companion.engine.execution.result import AgentResult, succeeded
from companion.engine.execution.task import Task
from companion.language.phrase import literal
from companion.protocol.requests import Request
from companion.protocol.responses import Reply, ServerMessage, State
from companion.support.errors import Failure

T = TypeVar("T")

NO_STATE = State("World", "", "demo", 0, 0, progress_known=False)


@dataclass
class FakePeer:
    """A connection that keeps what it was told."""

    generation: int = 1
    locale: str = "en_us"
    is_open: bool = True
    sent: list[ServerMessage] = field(default_factory=list)
    accepted: list[tuple[UUID, float]] = field(default_factory=list)
    refused: list[tuple[UUID, Failure]] = field(default_factory=list)
    told: asyncio.Event = field(default_factory=asyncio.Event)

    def accept(self, request: UUID, deadline_s: float) -> None:
        self.accepted.append((request, deadline_s))

    def refuse(self, request: UUID, failure: Failure) -> None:
        self.refused.append((request, failure))

    def send(self, message: ServerMessage) -> None:
        self.sent.append(message)
        self.told.set()

    async def until(self, kind: type[T], fits: Callable[[T], bool] = lambda _: True) -> T:
        """Wait for a message of a kind; gives the first that fits."""
        async with asyncio.timeout(60):
            while not (found := [m for m in self.sent if isinstance(m, kind) and fits(m)]):
                self.told.clear()
                await self.told.wait()
        return found[0]

    @property
    def replies(self) -> list[Reply]:
        return [message for message in self.sent if isinstance(message, Reply)]


@dataclass
class FakeResponder:
    """Answers "done" once `gate` is open, or fails with `error`."""

    limit_s: float = 20.0
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    error: BaseException | None = None
    answer: AgentResult = field(default_factory=lambda: succeeded(literal("done")))
    runs: int = 0
    cancelled: int = 0

    def deadline_s(self, request: Request, player: Player) -> float:
        return self.limit_s

    async def respond(self, request: Interactive, player: Player, task: Task) -> Response:
        self.runs += 1
        await self.gate.wait()
        if self.error:
            raise self.error
        return Response("test:action", self.answer)

    def cancel(self, player: Player) -> None:
        self.cancelled += 1

    async def serve(self, request: Served, player: Player, locale: str) -> State:
        if self.error:
            raise self.error
        return NO_STATE


async def settle() -> None:
    """Let every task that can go on do so."""
    for _ in range(20):
        await asyncio.sleep(0)
