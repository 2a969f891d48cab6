"""One request on its way to its reply, and who waits for that."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

import msgspec

from companion.protocol.pack import Asset
from companion.protocol.requests import Request
from companion.protocol.responses import History, Reply, ServerMessage, State, Usage
from companion.support.errors import Failure

Finished = Reply | State | History | Usage | Asset
"""What ends a request."""


class Peer(Protocol):
    """The connection that a request came on, as the desk needs it.

    Attributes:
        generation: Number of the connection.
        locale: Language its player reads.
        is_open: False once it ended; nothing sent reaches it then.
    """

    generation: int
    locale: str
    is_open: bool

    def accept(self, request: UUID, deadline_s: float) -> None:
        """Announce that a request is worked on."""
        ...

    def refuse(self, request: UUID, failure: Failure) -> None:
        """Answer that a request does not run."""
        ...

    def send(self, message: ServerMessage) -> None:
        """Send a message; dropped once the connection has ended."""
        ...


@dataclass(slots=True)
class Task:
    """A request, its runner and its reply. On the engine's loop.

    Attributes:
        peer: Who gets the reply: the connection that asked last for this id.
        runner: Set while it runs.
        reply: Set once it ended.
        deadline, limit_s: When it has to end, on the clock, and how long that is from its start.
    """

    request: Request
    peer: Peer
    runner: asyncio.Task[None] | None = None
    reply: Finished | None = None
    deadline: float = field(default=0.0)
    limit_s: float = field(default=0.0)

    def finish(self, reply: Finished) -> None:
        """End the request: keep the reply and send it to whoever still waits (PROTO-031)."""
        self.reply = reply
        self.runner = None
        self.peer.send(self._addressed(reply))

    def answer_again(self, peer: Peer) -> None:
        """Send the kept reply on another connection."""
        self.peer = peer
        if self.reply is not None:
            peer.send(self._addressed(self.reply))

    def _addressed(self, reply: Finished) -> Finished:
        if not isinstance(reply, Reply):
            return reply
        return msgspec.structs.replace(reply, generation=self.peer.generation)
