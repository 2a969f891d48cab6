"""What became of a player's last requests, so that the same one never runs twice (ENG-019).

What has ended is kept as bytes: as objects, the last requests and replies of a thousand players
would be a million for the garbage collector to walk.
"""

from __future__ import annotations

from uuid import UUID

import msgspec

from companion.engine.execution.task import Finished, Peer, Task, addressed
from companion.protocol.requests import Request
from companion.support.json_bytes import json_bytes

MOST_REQUESTS = 64
"""Rounds kept (decisions.md, G24); the oldest that has ended is forgotten first."""

_decoder: msgspec.json.Decoder[Finished] = msgspec.json.Decoder(Finished)


class ReplayRecord:
    """One player's requests. On the engine's loop."""

    def __init__(self) -> None:
        self._running: dict[UUID, Task] = {}
        self._ended: dict[bytes, tuple[bytes, bytes]] = {}

    def running(self, request: UUID) -> Task | None:
        """The task of a request id that is under way."""
        return self._running.get(request)

    def has_ended(self, request: UUID) -> bool:
        """Whether a request id has its reply."""
        return request.bytes in self._ended

    def add(self, request: Request, peer: Peer) -> Task:
        """Remember a new request."""
        task = self._running[request.request] = Task(request, peer)
        return task

    def end(self, task: Task, reply: Finished) -> None:
        """Keep a request's reply instead of its task."""
        request = task.request
        if self._running.pop(request.request, None) is None:
            return  # the player was forgotten meanwhile
        self._ended[request.request.bytes] = (json_bytes(request), json_bytes(reply))
        while len(self._ended) > MOST_REQUESTS:
            del self._ended[next(iter(self._ended))]

    def answer_again(self, request: Request, peer: Peer) -> bool:
        """Send the kept reply of a request that has ended; False where it is another request."""
        asked, reply = self._ended[request.request.bytes]
        if asked != json_bytes(request):
            return False
        peer.send(addressed(_decoder.decode(reply), peer))
        return True

    def forget(self, request: UUID) -> None:
        """Forget a request that may as well be asked again."""
        self._running.pop(request, None)
