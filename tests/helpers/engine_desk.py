"""A peer that remembers, and a responder that waits until it is told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from uuid import UUID

from companion.engine.answer import Answer, said
from companion.engine.execution.player import Player
from companion.language.phrase import literal
from companion.protocol.requests import CardAction, Chat
from companion.protocol.responses import Reply, ServerMessage, State
from companion.support.errors import Failure

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

    def accept(self, request: UUID, deadline_s: float) -> None:
        self.accepted.append((request, deadline_s))

    def refuse(self, request: UUID, failure: Failure) -> None:
        self.refused.append((request, failure))

    def send(self, message: ServerMessage) -> None:
        self.sent.append(message)

    @property
    def replies(self) -> list[Reply]:
        return [message for message in self.sent if isinstance(message, Reply)]


@dataclass
class FakeResponder:
    """Answers "done" once `gate` is open, or fails with `error`."""

    deadline_s: float = 20.0
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    error: BaseException | None = None
    answer: Answer = field(default_factory=lambda: said(literal("done")))
    runs: int = 0

    async def respond(
        self, request: Chat | CardAction, player: Player, locale: str
    ) -> tuple[str, Answer]:
        self.runs += 1
        await self.gate.wait()
        if self.error:
            raise self.error
        return "test:action", self.answer

    async def state(self, locale: str) -> State:
        if self.error:
            raise self.error
        return NO_STATE


async def settle() -> None:
    """Let every task that can go on do so."""
    for _ in range(20):
        await asyncio.sleep(0)
