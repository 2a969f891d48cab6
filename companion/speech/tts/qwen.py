"""Synthesis by Alibaba's Qwen voices: one POST a sentence, sound streamed back as events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import Any

import httpx

from companion.speech.cloud_http import one_shot_client, trust
from companion.speech.events import Synthesize
from companion.speech.tts.qwen_failures import QwenVoice, error_of
from companion.speech.tts.qwen_pcm import RATE_HZ
from companion.speech.tts.qwen_reply import QwenReply, QwenUsage, read_refusal
from companion.speech.tts.qwen_request import PATH, body, check, headers
from companion.speech.tts.qwen_text import billed, pieces
from companion.support.errors import Failure, SynthesisError

SILENCE_TIMEOUT_S = 20.0
"""Time without new sound after which a request is given up."""
SPACING_S = 0.35
"""Between two requests: the 180 a minute of an account are enforced a second at a time."""


class QwenSynthesizer:
    """Every accepted POST is paid for, so none is repeated. Lives on one loop."""

    id = "qwen"
    rate_hz = RATE_HZ

    def __init__(
        self,
        key: str,
        voice: QwenVoice,
        on_request_started: Callable[[], None] = lambda: None,
        on_usage: Callable[[QwenUsage], None] = lambda usage: None,
        silence_timeout_s: float = SILENCE_TIMEOUT_S,
    ) -> None:
        """Store what is given; nothing goes online.

        Args:
            key: Of DashScope, bound to the region of the voice's address.
            voice: What speaks, and where.
            on_request_started: Called on the loop when a POST was written, for the ledger.
            on_usage: Called once for each POST written, also one that failed or was cancelled.
            silence_timeout_s: See `SILENCE_TIMEOUT_S`.
        """
        self._key = key
        self._voice = voice
        self._on_request_started = on_request_started
        self._on_usage = on_usage
        self._silence_timeout_s = silence_timeout_s
        self._next_start = float("-inf")

    async def warm_up(self) -> None:
        """Load certificates; nothing goes online.

        Raises:
            SynthesisError: SPEECH_SETTING_WRONG.
        """
        check(self._key, self._voice)
        await asyncio.to_thread(trust)

    async def synthesize(self, request: Synthesize) -> AsyncGenerator[bytes, None]:
        """Say one sentence; see `Synthesizer`. A long one takes several requests.

        Raises:
            SynthesisError: With the code that names the cause.
        """
        check(self._key, self._voice)
        for text in pieces(request.text):
            await self._take_turn()
            # `aclosing`: a consumer that stops must end the request now, not at collection.
            async with aclosing(self._say(text, request.language)) as sounds:
                async for sound in sounds:
                    yield sound

    async def close(self) -> None:
        """Nothing is kept open between requests."""

    async def _take_turn(self) -> None:
        now = asyncio.get_running_loop().time()
        start = max(now, self._next_start)
        self._next_start = start + SPACING_S
        await asyncio.sleep(start - now)

    async def _say(self, text: str, language: str) -> AsyncGenerator[bytes, None]:
        reply = QwenReply(self._voice, self._key)
        written = _Written(self._on_request_started)
        try:
            async with (
                one_shot_client(self._silence_timeout_s) as client,
                client.stream(
                    "POST",
                    f"{self._voice.base_url.rstrip('/')}{PATH}",
                    headers=headers(self._key),
                    content=body(text, language, self._voice),
                    extensions={"trace": written.trace},
                ) as response,
            ):
                await self._check(response)
                async with aclosing(self._sounds(response, reply)) as sounds:
                    async for sound in sounds:
                        yield sound
        except (httpx.ReadTimeout, TimeoutError) as error:
            raise SynthesisError(Failure.SPEECH_SILENT, "no new sound") from error
        except (httpx.HTTPError, httpx.InvalidURL, ImportError, ValueError, OSError) as error:
            raise SynthesisError(Failure.SPEECH_UNREACHABLE, type(error).__name__) from error
        finally:
            if written.is_done:
                self._on_usage(reply.usage(billed(text)))

    async def _check(self, response: httpx.Response) -> None:
        kind = response.headers.get("content-type", "")
        if response.status_code == httpx.codes.OK and "json" not in kind:
            return
        async with asyncio.timeout(self._silence_timeout_s):
            refusal = read_refusal(await response.aread(), response.status_code)
        raise error_of(refusal, self._voice, self._key)

    async def _sounds(
        self, response: httpx.Response, reply: QwenReply
    ) -> AsyncGenerator[bytes, None]:
        stream = response.aiter_bytes()
        deadline = self._new_deadline()
        while not reply.is_finished and (piece := await _next(stream, deadline)) is not None:
            for sound in reply.feed(piece):
                yield sound
                deadline = self._new_deadline()
        for sound in reply.end():
            yield sound

    def _new_deadline(self) -> float:
        return asyncio.get_running_loop().time() + self._silence_timeout_s


class _Written:
    """Knows whether the POST left; the CONNECT that a proxy gets before it does not count."""

    def __init__(self, on_written: Callable[[], None]) -> None:
        self._on_written = on_written
        self._is_post = False
        self.is_done = False

    async def trace(self, name: str, info: Mapping[str, Any]) -> None:
        """Called by httpcore at every step of a request."""
        if name.endswith("send_request_body.started"):
            self._is_post = info["request"].method == b"POST"
        if name.endswith("send_request_body.complete") and self._is_post and not self.is_done:
            self.is_done = True
            self._on_written()


async def _next(stream: AsyncIterator[bytes], deadline: float) -> bytes | None:
    """Read once; None at the end of the body. Comments alone do not move the deadline."""
    try:
        async with asyncio.timeout_at(deadline):
            return await anext(stream)
    except StopAsyncIteration:
        return None
    except (httpx.ReadError, httpx.RemoteProtocolError) as error:
        raise SynthesisError(Failure.SPEECH_TRUNCATED, type(error).__name__) from error
