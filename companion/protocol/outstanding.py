"""Requests that wait for their answers; pure, like the session they belong to."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from companion.protocol.limits import MAX_DEADLINE_S, REQUEST_TIMEOUT_S
from companion.protocol.requests import Request
from companion.protocol.signon import Pair

HOLD_S = 10.0
"""How long a request waits for an engine that is still starting."""
GRACE_S = 1.0
"""Added to an announced deadline: the engine's own 'too late' gets time to arrive."""
MAX_GIVEN_UP = 64
"""Requests whose late replies are still known as ours."""


@dataclass(slots=True)
class _Waiting:
    deadline: float
    sent_at: float | None = None
    is_answered: bool = False


@dataclass(slots=True)
class Outstanding:
    """Which requests wait, since when and until when. All times in the caller's seconds.

    Held ones wait for an engine, the others were sent.
    """

    _waiting: dict[UUID, _Waiting] = field(default_factory=dict)
    _held: dict[UUID, Request | Pair] = field(default_factory=dict)
    _given_up: dict[UUID, None] = field(default_factory=dict)

    def __contains__(self, request: UUID) -> bool:
        return request in self._waiting

    @property
    def held(self) -> list[UUID]:
        """Those that no engine has got."""
        return list(self._held)

    @property
    def sent(self) -> list[UUID]:
        """Those that an engine has got."""
        return [request for request in self._waiting if request not in self._held]

    def is_sent(self, request: UUID) -> bool:
        """Whether an engine works at it."""
        waiting = self._waiting.get(request)
        return waiting is not None and waiting.sent_at is not None

    def hold(self, request: Request | Pair, now: float) -> None:
        """Begin to wait for an engine."""
        self._waiting[request.request] = _Waiting(now + HOLD_S)
        self._held[request.request] = request

    def send(self, now: float) -> list[Request | Pair]:
        """Take what is held, oldest first: it goes out now."""
        going = list(self._held.values())
        self._held.clear()
        for request in going:
            waiting = self._waiting[request.request]
            waiting.sent_at, waiting.deadline = now, now + REQUEST_TIMEOUT_S
        return going

    def extend(self, request: UUID, deadline_s: float, now: float) -> None:
        """Wait as long as the engine announced; no longer than `MAX_DEADLINE_S` in all."""
        waiting = self._waiting.get(request)
        if waiting is not None and waiting.sent_at is not None:
            latest = waiting.sent_at + MAX_DEADLINE_S
            waiting.deadline = min(now + max(0.0, deadline_s) + GRACE_S, latest)

    def answered(self, request: UUID, now: float) -> float | None:
        """Note a sign of the engine: seconds since it was sent for the first, None for others."""
        waiting = self._waiting.get(request)
        if waiting is None or waiting.sent_at is None or waiting.is_answered:
            return None
        waiting.is_answered = True
        return now - waiting.sent_at

    def end(self, request: UUID) -> bool:
        """Stop waiting; whether it waited."""
        self._held.pop(request, None)
        return self._waiting.pop(request, None) is not None

    def give_up(self, request: UUID) -> bool:
        """Stop waiting without an answer, which may still come; whether it waited."""
        if not self.end(request):
            return False
        self._given_up[request] = None
        while len(self._given_up) > MAX_GIVEN_UP:
            del self._given_up[next(iter(self._given_up))]
        return True

    def take_given_up(self, request: UUID) -> bool:
        """Whether this one was given up; true once."""
        is_known = request in self._given_up
        self._given_up.pop(request, None)
        return is_known

    def forget_given_up(self) -> None:
        """Their answers cannot come any more."""
        self._given_up.clear()

    def deadline_of(self, request: UUID) -> float:
        """When a request that waits is given up.

        Raises:
            KeyError: It does not wait.
        """
        return self._waiting[request].deadline

    def deadlines(self) -> list[float]:
        """When each is given up."""
        return [waiting.deadline for waiting in self._waiting.values()]

    def overdue(self, now: float) -> list[UUID]:
        """Those that waited too long."""
        return [request for request, waiting in self._waiting.items() if waiting.deadline <= now]
