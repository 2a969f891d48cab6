"""The gate every model call passes: a place, the player's quota, the meter (USAGE-008).

Nothing is ever asked twice here: a call that failed may have been paid for. Whether something is
worth another call is its caller's decision, inside the caller's budget.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace

from companion.engine.models.booking import ModelBooking
from companion.engine.models.failure import ModelError
from companion.engine.models.model import (
    Model,
    ModelDelta,
    ModelReply,
    ModelRequest,
    ModelUsage,
)
from companion.engine.models.quota import Quota
from companion.support.errors import Failure

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Call:
    """One call under way.

    Attributes:
        request: With the time that is left of its deadline.
        usage: What the service reported so far.
    """

    model: Model
    request: ModelRequest
    usage: ModelUsage | None = None


class ModelGateway:
    """Lets calls through to the model that is configured at their start. On the engine's loop.

    A `Model` itself, so that nobody needs to know that there is a gate.
    """

    def __init__(
        self,
        current: Callable[[], Model],
        quota: Quota,
        book: Callable[[ModelBooking], None],
        places: int = 8,
    ) -> None:
        """Store what is given.

        Args:
            current: The model as it is configured now; a call under way keeps its own (ENG-082).
            quota: Asked before each call.
            book: Gets every call that was made, also one that failed.
            places: Calls at once in the whole engine; fixed from here on (ENG-012).
        """
        self._current = current
        self._quota = quota
        self._book = book
        self._places = asyncio.Semaphore(places)

    @property
    def id(self) -> str:
        """Of the model that the next call would get."""
        return self._current().id

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Answer at once; see `Model`.

        Raises:
            ModelError: MODEL_QUOTA, MODEL_BUSY without a place in time, or the model's own reason.
        """
        async with self._call(request) as call:
            reply = await call.model.complete(call.request)
            call.usage = reply.usage
        return reply

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelDelta, None]:
        """Answer piece by piece; see `Model` and `complete`."""
        async with (
            self._call(request) as call,
            aclosing(call.model.stream(call.request)) as deltas,
        ):
            async for delta in deltas:
                call.usage = delta.reply.usage if delta.reply else call.usage
                yield delta

    @asynccontextmanager
    async def _call(self, request: ModelRequest) -> AsyncIterator[_Call]:
        deadline = asyncio.get_running_loop().time() + request.timeout_s
        await self._take_place(deadline, request)
        try:
            model = self._current()
            give_back = await self._quota.take(request.player)
            left = deadline - asyncio.get_running_loop().time()
            call = _Call(model, replace(request, timeout_s=max(0.0, left)))
            try:
                yield call
            except ModelError as error:
                call.usage = error.usage
                logger.info("%s: %s failed: %s", request.purpose, model.id, error)
                if not error.was_sent:
                    await give_back()
                    raise
                self._meter(call)
                raise
            except BaseException:
                self._meter(call)  # cancelled, or left early: it was sent all the same
                raise
            self._meter(call)
        finally:
            self._places.release()

    async def _take_place(self, deadline: float, request: ModelRequest) -> None:
        try:
            async with asyncio.timeout_at(deadline):
                await self._places.acquire()
        except TimeoutError:
            logger.info("%s: no place for a model call", request.purpose)
            raise ModelError(Failure.MODEL_BUSY, "every place is taken") from None

    def _meter(self, call: _Call) -> None:
        self._book(ModelBooking(call.request.player, call.model.id, call.usage))
