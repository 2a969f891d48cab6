"""A model that says what a test wrote down for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

from companion.engine.models.model import (
    FunctionCall,
    ModelDelta,
    ModelReply,
    ModelRequest,
    ModelUsage,
)

Line = ModelReply | Exception | Callable[[ModelRequest], ModelReply]


def says(text: str, tokens: int | None = None) -> ModelReply:
    """A plain answer."""
    return ModelReply(text, usage=None if tokens is None else ModelUsage(tokens, 0, 0))


def calls(*wanted: tuple[str, str]) -> ModelReply:
    """Function calls: name and arguments as the model wrote them."""
    return ModelReply(
        calls=tuple(
            FunctionCall(f"call-{number}", name, arguments)
            for number, (name, arguments) in enumerate(wanted)
        )
    )


class FakeModel:
    """Says its lines in order; the last one again and again.

    Attributes:
        requests: What it was asked.
        held: While set and not done, answers wait for it.
        running: Calls under way.
    """

    def __init__(self, *lines: Line) -> None:
        self._lines = list(lines) or [says("well")]
        self.requests: list[ModelRequest] = []
        self.held: asyncio.Event | None = None
        self.running = 0

    async def complete(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        self.running += 1
        try:
            if self.held:
                await self.held.wait()
        finally:
            self.running -= 1
        line = self._lines.pop(0) if len(self._lines) > 1 else self._lines[0]
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, ModelReply) else line(request)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelDelta, None]:
        reply = await self.complete(request)
        for word in reply.text.split(" "):
            yield ModelDelta(word + " ")
        yield ModelDelta(reply=reply)
