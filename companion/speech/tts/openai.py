"""Synthesis by any OpenAI-compatible server: one POST a sentence, raw sound streamed back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass

import msgspec

from companion.speech.cloud_http import trust
from companion.speech.events import Synthesize
from companion.speech.ledger.meter import FREE, Amount, Meter
from companion.speech.ledger.sources import source
from companion.speech.openai_failures import failure_of
from companion.speech.tts.qwen_pcm import RATE_HZ, PcmStream
from companion.speech.tts.streamed_post import SILENCE_TIMEOUT_S, Posting, speak
from companion.support.errors import Failure, SynthesisError


@dataclass(frozen=True, slots=True)
class OpenAiVoice:
    """What speaks, and where.

    Attributes:
        base_url: With its `/v1`, without a slash at the end.
        model: As the server calls it.
        voice: Likewise.
        speed: 0.25 to 4; 1 is as it is.
    """

    base_url: str
    model: str
    voice: str
    speed: float = 1.0


class OpenAiSynthesizer:
    """One POST a sentence, never repeated. Lives on one loop."""

    id = "openai"
    rate_hz = RATE_HZ

    def __init__(
        self,
        key: str,
        voice: OpenAiVoice,
        meter: Meter = FREE,
        silence_timeout_s: float = SILENCE_TIMEOUT_S,
    ) -> None:
        """Store what is given; nothing goes online.

        Args:
            key: May be empty for a server on this computer.
            voice: What speaks, and where.
            meter: The books.
            silence_timeout_s: See `SILENCE_TIMEOUT_S`.
        """
        self._key = key
        self._voice = voice
        self._meter = meter
        self._silence_timeout_s = silence_timeout_s
        self.source = source(self.id, voice.model)

    async def warm_up(self) -> None:
        """Load certificates; nothing goes online."""
        await asyncio.to_thread(trust)

    async def synthesize(self, request: Synthesize) -> AsyncGenerator[bytes, None]:
        """Say one sentence; see `Synthesizer`.

        Raises:
            SynthesisError: With the code that names the cause.
        """
        used = Amount(characters=len(request.text))
        sounds = speak(
            Posting(
                f"{self._voice.base_url.rstrip('/')}/audio/speech",
                self._headers(),
                self._body(request.text),
            ),
            _PcmReply(used),
            self._refused,
            self._meter.charge(self.source, used),
            self._silence_timeout_s,
        )
        async with aclosing(sounds):
            async for sound in sounds:
                yield sound

    async def close(self) -> None:
        """Nothing is kept open between requests."""

    def _headers(self) -> dict[str, str]:
        plain = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        return plain | ({"Authorization": f"Bearer {self._key}"} if self._key else {})

    def _body(self, text: str) -> bytes:
        speed = {"speed": self._voice.speed} if self._voice.speed != 1.0 else {}
        return msgspec.json.encode(
            {
                "model": self._voice.model,
                "input": text.encode(errors="replace").decode(),
                "voice": self._voice.voice,
                "response_format": "pcm",
                **speed,
            }
        )

    def _refused(self, status: int, body: bytes) -> SynthesisError:
        named = f"openai_tts_model {self._voice.model}, openai_voice {self._voice.voice}"
        return SynthesisError(*failure_of(status, body, named))


class _PcmReply:
    """Raw sound; the end of the body is the end of the sentence, as its length tells HTTP."""

    def __init__(self, used: Amount) -> None:
        self._pcm = PcmStream()
        self._used = used
        self._has_sound = False
        self.is_finished = False

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Give whole samples, without a WAV header where the server puts one in front."""
        try:
            sound = self._pcm.feed(piece)
        except ValueError as error:
            raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, str(error)) from error
        if sound:
            self._has_sound = True
            yield sound

    def end(self) -> Iterator[bytes]:
        """The body is over."""
        if not self._has_sound:
            raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, "an answer without sound")
        yield from ()

    def used(self) -> Amount:
        """Servers say nothing; our own count."""
        return self._used
