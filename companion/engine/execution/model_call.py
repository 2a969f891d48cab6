"""One call of a model out of a task's purse: bounded in time, paid whatever comes of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from companion.engine.execution.budget import Budget, Reservation
from companion.engine.models.failure import ModelError
from companion.engine.models.model import Function, Message, Model, ModelReply, ModelRequest
from companion.support.errors import CompanionError, Failure

GRACE_S = 0.25
"""A model that keeps its own deadline gets this much more to say so itself."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    """What is asked, and of whom.

    Attributes:
        check: Stops a stream that nobody wants any more.
        on_text: Gets the answer as it is written; None asks for it in one piece.
    """

    model: Model
    request: ModelRequest
    check: Callable[[], None]
    on_text: Callable[[str], None] | None = None

    async def paid_from(self, budget: Budget, reservation: Reservation) -> ModelReply:
        """Make the call, once, and put what it used in the place of what was set aside.

        Raises:
            CompanionError: MODEL_SILENT, MODEL_TRUNCATED, or the model's own reason.
        """
        try:
            async with asyncio.timeout(self.request.timeout_s + GRACE_S):
                reply = await self._reply()
        except TimeoutError:
            raise CompanionError(Failure.MODEL_SILENT, "no reply in time") from None
        except ModelError as error:
            if error.usage or not error.was_sent:
                budget.correct(reservation, error.usage.total if error.usage else 0)
            raise
        if reply.usage is not None:
            budget.correct(reservation, reply.usage.total)
        return reply

    async def _reply(self) -> ModelReply:
        if self.on_text is None:
            return await self.model.complete(self.request)
        async with contextlib.aclosing(self.model.stream(self.request)) as deltas:
            async for delta in deltas:
                self.check()
                if delta.text:
                    self.on_text(delta.text)
                if delta.reply is not None:
                    return delta.reply
        raise CompanionError(Failure.MODEL_TRUNCATED, "the stream ended early")


def bytes_of(messages: Sequence[Message], functions: Sequence[Function]) -> int:
    """UTF-8 bytes of all that is sent for the model to read."""
    said = (text for one in messages for text in (one.text, one.thought))
    called = (call.arguments for one in messages for call in one.calls)
    told = (text for one in functions for text in (one.name, one.description))
    texts = sum(len(text.encode()) for group in (said, called, told) for text in group)
    return texts + sum(len(msgspec.json.encode(one.parameters)) for one in functions)
