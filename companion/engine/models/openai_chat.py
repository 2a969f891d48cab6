"""Any service that speaks the Chat Completions format, through the `openai` library (ENG-071)."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from companion.engine.config.model import ModelConfig
from companion.engine.models.account import Account, account_of
from companion.engine.models.failure import ModelError
from companion.engine.models.model import ModelDelta, ModelReply, ModelRequest
from companion.engine.models.payload import body_of
from companion.engine.models.reply import ReplyParts
from companion.engine.models.wire_names import WireNames
from companion.support.errors import Failure

if TYPE_CHECKING:
    from companion.engine.models.transport import Watch

TAIL_S = 1.0
"""How long the usage may take after the reply itself ended."""
REPLY_BYTES, BYTES_A_TOKEN = 256 * 1024, 2048
"""Of a reply's body: so much, and so much for each token it may have. A streamed token comes in an
event of some 300 bytes."""


@dataclass(frozen=True, slots=True)
class _Call:
    """All that one call needs, read together; the configuration may change meanwhile (ENG-082)."""

    account: Account
    body: Mapping[str, Any]
    names: WireNames
    connect_s: float
    deadline: float
    most_bytes: int


class OpenAIChat:
    """A service as it is configured now. On the engine's loop; keeps nothing between calls."""

    def __init__(self, config: ModelConfig, environment: Mapping[str, str]) -> None:
        """Store what is given; nothing goes online.

        Args:
            config: One snapshot: later changes have no effect here.
            environment: Where the key is; the process's own.
        """
        self._config = config
        self._environment = environment

    @property
    def id(self) -> str:
        """Provider and model."""
        return f"{self._config.provider}/{self._config.model}"

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Answer at once; see `Model`."""
        call = self._prepare(request, is_stream=False)
        parts = ReplyParts(call.names)
        async with aclosing(_texts(call, parts)) as texts:
            async for _ in texts:
                pass
        return parts.reply()

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelDelta, None]:
        """Answer piece by piece; see `Model`."""
        call = self._prepare(request, is_stream=True)
        parts = ReplyParts(call.names)
        # `aclosing`: a consumer that stops must end the connection now, not at collection.
        async with aclosing(_texts(call, parts)) as texts:
            async for text in texts:
                yield ModelDelta(text)
        yield ModelDelta(reply=parts.reply())

    def _prepare(self, request: ModelRequest, *, is_stream: bool) -> _Call:
        account = account_of(self._config, self._environment)
        names = WireNames(function.name for function in request.functions)
        return _Call(
            account,
            body_of(self._config, request, names, is_stream=is_stream),
            names,
            self._config.timeout_millis / 1000,
            asyncio.get_running_loop().time() + request.timeout_s,
            REPLY_BYTES + BYTES_A_TOKEN * request.output_tokens,
        )


async def warm_up() -> ModuleType:
    """Load the client library and the certificates; nothing goes online."""
    return await asyncio.to_thread(_transport)


@functools.cache
def _transport() -> ModuleType:
    from companion.engine.models import transport

    transport.trust()
    return transport


async def _texts(call: _Call, parts: ReplyParts) -> AsyncGenerator[str, None]:
    """Exchange request and reply; text as it comes, all else into `parts`.

    Once the reply has ended, whatever breaks while its usage is awaited is nothing.
    """
    transport = await warm_up()
    watch: Watch = transport.Watch(call.account, call.most_bytes)
    try:
        async with (
            transport.open_client(watch, call.connect_s) as client,
            aclosing(transport.exchange(client, call.body)) as pieces,
        ):
            while (piece := await _next(pieces, call, parts)) is not _END:
                if text := parts.feed(piece):
                    yield text
    except (ModelError, TimeoutError, *transport.ERRORS) as error:
        if not parts.is_finished:
            raise _told(error, watch, parts, transport) from None


_END = object()


async def _next(pieces: AsyncIterator[object], call: _Call, parts: ReplyParts) -> object:
    """Read once, up to the deadline."""
    if parts.is_finished and parts.usage is not None:
        return _END
    tail = asyncio.get_running_loop().time() + TAIL_S
    deadline = min(call.deadline, tail) if parts.is_finished else call.deadline
    async with asyncio.timeout_at(deadline):
        return await anext(pieces, _END)


def _told(error: Exception, watch: Watch, parts: ReplyParts, transport: ModuleType) -> ModelError:
    """The error with what is known of the call."""
    told: ModelError
    match error:
        case ModelError():
            told = error
        case TimeoutError():
            failure = Failure.MODEL_SILENT if watch.was_sent else Failure.MODEL_UNREACHABLE
            told = ModelError(failure, "deadline", was_sent=watch.was_sent)
        case _:
            told = transport.translated(error, watch)
    told.usage = told.usage or parts.usage
    return told
