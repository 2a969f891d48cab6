"""One request on its way to its reply, and who waits for that."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

import msgspec

from companion.protocol.cards.ref import CardRef
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
    """A request under way. On the engine's loop.

    Attributes:
        peer: Who gets the reply: the connection that asked last for this id.
        runner: Set while it runs.
        is_over: Set once its reply was sent; nothing else is sent then.
        reserved: Revision of the pressed card that its answer may be shown in.
        deadline, limit_s: When it has to end, on the clock, and how long that is from its start.
    """

    request: Request
    peer: Peer
    runner: asyncio.Task[None] | None = None
    reserved: CardRef | None = None
    is_over: bool = False
    deadline: float = field(default=0.0)
    limit_s: float = field(default=0.0)

    def finish(self, reply: Finished) -> None:
        """End the request: send the reply to whoever still waits (PROTO-031)."""
        self.is_over = True
        self.runner = None
        self.peer.send(addressed(reply, self.peer))


def addressed(reply: Finished, peer: Peer) -> Finished:
    """A reply as the connection gets it that it is sent on."""
    if not isinstance(reply, Reply):
        return reply
    return msgspec.structs.replace(reply, generation=peer.generation)
