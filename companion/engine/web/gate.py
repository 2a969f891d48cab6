"""Whether the request that runs now may use the web, and what it found there.

A gate belongs to one request: the flow that opens it runs in a task of its own, and whatever it
calls sees the same gate. Elsewhere there is none: no event, no other request, no text can open one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

from companion.engine.web.result import SearchResult
from companion.support.errors import CompanionError, Failure

_GATE: ContextVar[WebGate | None] = ContextVar("web gate", default=None)


class WebGate:
    """What one request may do on the web. On the engine's loop.

    Attributes:
        sources: What its searches returned, in order; source 1 is the first.
    """

    def __init__(self, player: UUID) -> None:
        self.player = player
        self.sources: list[SearchResult] = []

    def add(self, results: Sequence[SearchResult]) -> tuple[int, ...]:
        """Number results; one that is there already keeps its number."""
        known = {source.address: number for number, source in enumerate(self.sources, 1)}
        for result in results:
            if result.address not in known:
                self.sources.append(result)
                known[result.address] = len(self.sources)
        return tuple(known[result.address] for result in results)

    def number_of(self, address: str) -> int:
        """The number of a source.

        Raises:
            CompanionError: INVALID_INPUT: no search of this request returned it (WEB-005).
        """
        for number, source in enumerate(self.sources, 1):
            if source.address == address:
                return number
        raise CompanionError(Failure.INVALID_INPUT, "no search of this request returned it")


@contextmanager
def opened(player: UUID) -> Iterator[WebGate]:
    """Open the web for what runs inside, for one player."""
    gate = WebGate(player)
    token = _GATE.set(gate)
    try:
        yield gate
    finally:
        _GATE.reset(token)


def gate_of(player: UUID) -> WebGate:
    """The gate of the request that runs now.

    Raises:
        CompanionError: NOT_PERMITTED: this request has none, or it is another player's (WEB-003).
    """
    gate = _GATE.get()
    if gate is None or gate.player != player:
        raise CompanionError(Failure.NOT_PERMITTED, "this request may not use the web")
    return gate
