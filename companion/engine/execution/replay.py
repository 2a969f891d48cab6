"""What became of a player's last requests, so that the same one never runs twice (ENG-019)."""

from __future__ import annotations

from collections import OrderedDict
from uuid import UUID

from companion.engine.execution.task import Peer, Task
from companion.protocol.requests import Request

MOST_REQUESTS = 64
"""Rounds kept (decisions.md, G24); the oldest that has ended is forgotten first."""


class ReplayRecord:
    """One player's requests. On the engine's loop."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[UUID, Task] = OrderedDict()

    def find(self, request: UUID) -> Task | None:
        """The task of a request id that was seen before."""
        return self._tasks.get(request)

    def add(self, request: Request, peer: Peer) -> Task:
        """Remember a new request."""
        task = self._tasks[request.request] = Task(request, peer)
        ended = [key for key, kept in self._tasks.items() if kept.reply is not None]
        for key in ended[: max(0, len(self._tasks) - MOST_REQUESTS)]:
            del self._tasks[key]
        return task

    def forget(self, request: UUID) -> None:
        """Forget a request that may as well be asked again."""
        self._tasks.pop(request, None)
