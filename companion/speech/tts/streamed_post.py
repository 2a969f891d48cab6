"""One paid POST whose answer is sound that streams back; the shell of every HTTP voice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Protocol

import httpx

from companion.speech.cloud_http import one_shot_client
from companion.speech.ledger.meter import Amount, Charge
from companion.speech.paid_trace import PaidTrace
from companion.support.errors import CompanionError, Failure, SynthesisError

SILENCE_TIMEOUT_S = 20.0
"""Time without new sound after which a request is given up."""


@dataclass(frozen=True, slots=True)
class Posting:
    """A request as values; the headers hold the key."""

    url: str
    headers: Mapping[str, str] = field(repr=False)
    content: bytes = field(repr=False)


class Reply(Protocol):
    """One answer, without I/O: bytes in, sound out.

    Attributes:
        is_finished: Whether the end was seen; nothing more is read.
    """

    is_finished: bool

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Take bytes of the body, give whole samples; raises `SynthesisError`."""
        ...

    def end(self) -> Iterator[bytes]:
        """The body is over; raises `SynthesisError` when something is missing."""
        ...

    def used(self) -> Amount:
        """What the request used, as far as is known."""
        ...


Refused = Callable[[int, bytes], SynthesisError]
"""Status and body of an answer that is no sound to the error it means."""


async def speak(
    posting: Posting,
    reply: Reply,
    refused: Refused,
    charge: Charge,
    silence_timeout_s: float = SILENCE_TIMEOUT_S,
) -> AsyncGenerator[bytes, None]:
    """Send the request once and give its sound as it comes; it is never sent again.

    Raises:
        SynthesisError: With the code that names the cause.
    """
    try:
        async with (
            one_shot_client(silence_timeout_s) as client,
            client.stream(
                "POST",
                posting.url,
                headers=dict(posting.headers),
                content=posting.content,
                extensions={"trace": PaidTrace(charge).trace},
            ) as response,
        ):
            await _check(response, refused, silence_timeout_s)
            # `aclosing`: a consumer that stops must end the request now, not at collection.
            async with aclosing(_sounds(response, reply, silence_timeout_s)) as sounds:
                async for sound in sounds:
                    yield sound
    except SynthesisError:
        raise
    except CompanionError as error:
        raise SynthesisError(error.failure, error.detail) from error
    except (httpx.ReadTimeout, TimeoutError) as error:
        raise SynthesisError(Failure.SPEECH_SILENT, "no new sound") from error
    except (httpx.HTTPError, httpx.InvalidURL, ImportError, ValueError, OSError) as error:
        raise SynthesisError(Failure.SPEECH_UNREACHABLE, type(error).__name__) from error
    finally:
        charge.end(reply.used())


async def _check(response: httpx.Response, refused: Refused, timeout_s: float) -> None:
    kind = response.headers.get("content-type", "")
    if response.status_code == httpx.codes.OK and "json" not in kind:
        return
    async with asyncio.timeout(timeout_s):
        body = await response.aread()
    raise refused(response.status_code, body)


async def _sounds(
    response: httpx.Response, reply: Reply, timeout_s: float
) -> AsyncGenerator[bytes, None]:
    loop = asyncio.get_running_loop()
    stream = response.aiter_bytes()
    deadline = loop.time() + timeout_s
    while not reply.is_finished and (piece := await _next(stream, deadline)) is not None:
        for sound in reply.feed(piece):
            yield sound
            deadline = loop.time() + timeout_s
    for sound in reply.end():
        yield sound


async def _next(stream: AsyncIterator[bytes], deadline: float) -> bytes | None:
    """Read once; None at the end of the body. Comments alone do not move the deadline."""
    try:
        async with asyncio.timeout_at(deadline):
            return await anext(stream)
    except StopAsyncIteration:
        return None
    except (httpx.ReadError, httpx.RemoteProtocolError) as error:
        raise SynthesisError(Failure.SPEECH_TRUNCATED, type(error).__name__) from error
