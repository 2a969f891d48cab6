"""Synthesis by Alibaba's Qwen voices: one POST a sentence, sound streamed back as events.

Also the voices of Qwen-Audio and CosyVoice, designed ones among them: same answer, another path.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial

from companion.speech.cloud_http import trust
from companion.speech.dashscope_failures import read_refusal
from companion.speech.events import Synthesize
from companion.speech.ledger.meter import FREE, Amount, Meter
from companion.speech.ledger.sources import dashscope_region, source
from companion.speech.tts.qwen_failures import QwenVoice, error_of
from companion.speech.tts.qwen_pcm import RATE_HZ
from companion.speech.tts.qwen_reply import QwenReply
from companion.speech.tts.qwen_request import QWEN, QwenProtocol, check, headers
from companion.speech.tts.qwen_text import pieces
from companion.speech.tts.streamed_post import SILENCE_TIMEOUT_S, Posting, speak
from companion.support.errors import SynthesisError

SPACING_S = 0.35
"""Between two requests: the 180 a minute of an account are enforced a second at a time."""


class QwenSynthesizer:
    """Every accepted POST is paid for, so none is repeated. Lives on one loop."""

    rate_hz = RATE_HZ

    def __init__(
        self,
        key: str,
        voice: QwenVoice,
        meter: Meter = FREE,
        silence_timeout_s: float = SILENCE_TIMEOUT_S,
        protocol: QwenProtocol = QWEN,
        speed: float = 1.0,
    ) -> None:
        """Store what is given; nothing goes online.

        Args:
            key: Of DashScope, bound to the region of the voice's address.
            voice: What speaks, and where.
            meter: The books.
            silence_timeout_s: See `SILENCE_TIMEOUT_S`.
            protocol: `QWEN`, or `QWEN_AUDIO` for the models of designed voices.
            speed: Where the protocol can change it.
        """
        self.id = protocol.id
        self.source = source(protocol.id, voice.model, dashscope_region(voice.base_url))
        self._key = key
        self._voice = voice
        self._meter = meter
        self._silence_timeout_s = silence_timeout_s
        self._protocol = protocol
        self._speed = speed
        self._next_start = float("-inf")

    async def warm_up(self) -> None:
        """Load certificates; nothing goes online.

        Raises:
            SynthesisError: SPEECH_SETTING_WRONG.
        """
        check(self._key, self._voice, self._protocol)
        await asyncio.to_thread(trust)

    async def synthesize(self, request: Synthesize) -> AsyncGenerator[bytes, None]:
        """Say one sentence; see `Synthesizer`. A long one takes several requests.

        Raises:
            SynthesisError: With the code that names the cause.
        """
        check(self._key, self._voice, self._protocol)
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

    def _say(self, text: str, language: str) -> AsyncGenerator[bytes, None]:
        billed = self._protocol.billed(text)
        return speak(
            Posting(
                f"{self._voice.base_url.rstrip('/')}{self._protocol.path}",
                headers(self._key),
                self._protocol.body(text, language, self._voice, self._speed),
            ),
            QwenReply(self._voice, self._key, billed),
            partial(_refused, self._voice, self._key),
            self._meter.charge(self.source, Amount(characters=billed)),
            self._silence_timeout_s,
        )


def _refused(voice: QwenVoice, key: str, status: int, body: bytes) -> SynthesisError:
    return error_of(read_refusal(body, status), voice, key)
