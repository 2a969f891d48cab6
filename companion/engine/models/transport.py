"""How a service is reached through the client library: one connection a call, watched and bounded.

The library's retries are off and redirects are not followed, so a paid request leaves once or not
at all. Connections are not kept: one that died unseen while idle would cost a call that may not be
repeated. The system's proxy is honoured.

Importing this module takes half a second and 40 MB: `openai_chat.py` does it on a thread.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2
import openai

from companion.engine.models.account import Account
from companion.engine.models.failure import ModelError, error_in_stream, refusal
from companion.support.errors import Failure
from companion.support.trust import trust as trust

PATH = "/chat/completions"

_HEADERS = frozenset({
    "host", "accept", "connection", "content-length", "content-type", "user-agent",
})  # fmt: skip
"""What a request may carry. The library adds the make of this computer, and headers, an
organisation and a project from environment variables that may belong to another service."""

for _name in ("openai", "httpx2", "httpcore2"):
    # Below, a variable of the library's own (OPENAI_LOG) would make it chatty.
    logging.getLogger(_name).setLevel(logging.WARNING)


@dataclass(slots=True)
class Watch:
    """What became of one call on the wire. On the engine's loop.

    Attributes:
        most_bytes: Of the reply's body.
        was_sent: Whether the request began to leave; what a proxy gets before does not count.
        was_answered: Whether the head of a reply came.
    """

    account: Account
    most_bytes: int
    was_sent: bool = False
    was_answered: bool = False

    async def on_request(self, request: httpx2.Request) -> None:
        """Keep to our headers, and listen to what happens."""
        for name in {name.lower() for name in request.headers} - _HEADERS:
            del request.headers[name]
        request.headers["accept-encoding"] = "identity"
        if self.account.key:
            request.headers["authorization"] = f"Bearer {self.account.key}"
        request.extensions = {**request.extensions, "trace": self._trace}

    async def on_response(self, response: httpx2.Response) -> None:
        """Bound the body before any of it is read.

        Raises:
            ModelError: It is compressed, unasked: a few bytes could become a flood.
        """
        self.was_answered = True
        if response.headers.get("content-encoding", "identity") != "identity":
            raise ModelError(Failure.MODEL_GARBLED, "a compressed reply", was_sent=True)
        response.stream = _Bounded(response.stream, self.most_bytes)

    async def _trace(self, name: str, info: Mapping[str, Any]) -> None:
        if name.endswith("send_request_headers.started") and info["request"].method == b"POST":
            self.was_sent = True


class _Bounded(httpx2.AsyncByteStream):
    """A body that is given up once it is longer than it may be."""

    def __init__(self, stream: Any, most_bytes: int) -> None:
        self._stream = stream
        self._left = most_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._stream:
            self._left -= len(piece)
            if self._left < 0:
                raise ModelError(Failure.MODEL_GARBLED, "an endless reply", was_sent=True)
            yield piece

    async def aclose(self) -> None:
        """End the connection."""
        await self._stream.aclose()


def open_client(watch: Watch, connect_s: float) -> openai.AsyncOpenAI:
    """A client for one call; `async with` closes its connection.

    Args:
        watch: Sees what happens.
        connect_s: Longest wait for a connection; all else waits for the caller's deadline.

    Raises:
        ModelError: The proxy that is set is none, or needs a package that is missing.
    """
    timeout = openai.Timeout(None, connect=connect_s)
    try:
        http = openai.DefaultAsyncHttpxClient(
            verify=trust(),
            timeout=timeout,
            limits=httpx2.Limits(max_keepalive_connections=0),
            follow_redirects=False,
            event_hooks={"request": [watch.on_request], "response": [watch.on_response]},
        )
    except (ImportError, ValueError, httpx2.InvalidURL) as error:
        raise ModelError(Failure.MODEL_UNREACHABLE, f"proxy: {type(error).__name__}") from None
    return openai.AsyncOpenAI(
        api_key=watch.account.key or "none",
        base_url=watch.account.base_url,
        max_retries=0,
        timeout=timeout,
        http_client=http,
    )


async def exchange(
    client: openai.AsyncOpenAI, body: Mapping[str, Any]
) -> AsyncGenerator[object, None]:
    """Send a request; yield what comes back, parsed and not judged.

    A service that answers a request for a stream with one whole reply is taken at its word.
    """
    if not body.get("stream"):
        yield await client.post(PATH, cast_to=object, body=body)
        return
    stream = await client.post(
        PATH, cast_to=object, body=body, stream=True, stream_cls=openai.AsyncStream[object]
    )
    async with stream:
        if "json" in stream.response.headers.get("content-type", ""):
            yield json.loads(await stream.response.aread())
            return
        async for piece in stream:
            yield piece


ERRORS = (
    openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError, RecursionError,
)  # fmt: skip
"""What the library, and JSON that is none, may raise in an exchange."""


def translated(error: Exception, watch: Watch) -> ModelError:
    """Our error for one of the library's; none of its words are kept.

    They may hold what the service wrote, which may quote the key or the player.
    """
    kind = type(error).__name__
    match error:
        case openai.APIStatusError():
            retry_after = error.response.headers.get("retry-after", "")
            return refusal(error.status_code, error.body, retry_after)
        case openai.APIConnectionError() | httpx2.HTTPError() | OSError():
            failure = Failure.MODEL_TRUNCATED if watch.was_answered else Failure.MODEL_UNREACHABLE
        case openai.APIResponseValidationError() | ValueError() | RecursionError():
            failure = Failure.MODEL_GARBLED
        case openai.APIError():
            return error_in_stream(error.body)
        case _:
            failure = Failure.MODEL_SETTING_WRONG
    return ModelError(failure, kind, was_sent=watch.was_sent)
