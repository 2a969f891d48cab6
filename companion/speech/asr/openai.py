"""Recognition by any OpenAI-compatible server: the whole utterance in one POST after key-up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec

from companion.speech.asr.pace import BYTES_PER_S, LIMIT_S
from companion.speech.asr.recognizer import OnPartial
from companion.speech.asr.spoken_language import spoken_language
from companion.speech.audio.wav import wav_bytes
from companion.speech.cloud_http import one_shot_client, trust
from companion.speech.events import LISTEN_RATE_HZ, Transcribe, Transcript
from companion.speech.ledger.meter import FREE, Amount, Charge, Meter
from companion.speech.ledger.sources import source
from companion.speech.openai_failures import failure_of
from companion.speech.paid_trace import PaidTrace
from companion.support.errors import CompanionError, Failure, RecognitionError

ANSWER_TIMEOUT_S = 30.0
HINT_CHARACTERS = 600
"""Of the labels and names that go along as a prompt; servers read some 200 tokens of it."""


@dataclass(frozen=True, slots=True)
class OpenAiEars:
    """What listens, and where.

    Attributes:
        base_url: With its `/v1`, without a slash at the end.
        model: As the server calls it.
    """

    base_url: str
    model: str


class OpenAiRecognizer:
    """One POST an utterance, never repeated. Lives on one loop. No words on the way."""

    id = "openai"

    def __init__(
        self,
        key: str,
        ears: OpenAiEars,
        meter: Meter = FREE,
        answer_timeout_s: float = ANSWER_TIMEOUT_S,
    ) -> None:
        """Store what is given; nothing goes online.

        Args:
            key: May be empty for a server on this computer.
            ears: What listens, and where.
            meter: The books.
            answer_timeout_s: How long the server may be silent.
        """
        self._key = key
        self._ears = ears
        self._meter = meter
        self._answer_timeout_s = answer_timeout_s
        self.source = source(self.id, ears.model)

    async def warm_up(self) -> None:
        """Load certificates; nothing goes online."""
        await asyncio.to_thread(trust)

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        """Wait for the end of the sound, send it, return the words; see `Recognizer`.

        Raises:
            RecognitionError: With the code that names the cause.
        """
        pcm = await _gathered(audio)
        if not pcm:
            raise RecognitionError(Failure.NOTHING_HEARD, "no sound was captured")
        used = Amount(milliseconds=len(pcm) * 1000 // BYTES_PER_S)
        charge = self._meter.charge(self.source, used)
        try:
            status, body = await self._post(pcm, request, charge)
        except RecognitionError:
            raise
        except CompanionError as error:
            raise RecognitionError(error.failure, error.detail) from error
        except (httpx.ReadTimeout, TimeoutError) as error:
            raise RecognitionError(Failure.SPEECH_SILENT, "transcriptions") from error
        except (httpx.HTTPError, httpx.InvalidURL, ImportError, ValueError, OSError) as error:
            raise RecognitionError(Failure.SPEECH_UNREACHABLE, type(error).__name__) from error
        finally:
            charge.end(used)
        return self._read(status, body, request.language)

    async def close(self) -> None:
        """Nothing is kept open between requests."""

    async def _post(self, pcm: bytes, request: Transcribe, charge: Charge) -> tuple[int, bytes]:
        fields = {"model": self._ears.model, "response_format": "json"}
        if request.language:
            fields["language"] = request.language
        if hints := ", ".join((*request.hints, *request.names))[:HINT_CHARACTERS]:
            fields["prompt"] = hints
        sound = wav_bytes(pcm, LISTEN_RATE_HZ)
        async with (
            asyncio.timeout(self._answer_timeout_s),
            one_shot_client(self._answer_timeout_s) as client,
        ):
            answer = await client.post(
                f"{self._ears.base_url.rstrip('/')}/audio/transcriptions",
                headers={"Authorization": f"Bearer {self._key}"} if self._key else {},
                data=fields,
                files={"file": ("utterance.wav", sound, "audio/wav")},
                extensions={"trace": PaidTrace(charge).trace},
            )
            return answer.status_code, answer.content

    def _read(self, status: int, body: bytes, language: str) -> Transcript:
        if status != httpx.codes.OK:
            failure, detail = failure_of(status, body, f"openai_asr_model {self._ears.model}")
            raise RecognitionError(failure, detail)
        try:
            text = str(msgspec.json.decode(body, type=dict[str, Any])["text"]).strip()
        except (msgspec.DecodeError, RecursionError, KeyError) as error:
            raise RecognitionError(Failure.SPEECH_SERVICE_ERROR, "an unreadable answer") from error
        if not text:
            raise RecognitionError(Failure.NOTHING_HEARD, "an empty result")
        return Transcript(text, language or spoken_language(text))


async def _gathered(audio: AsyncIterator[bytes]) -> bytes:
    limit = int(LIMIT_S * BYTES_PER_S)
    pcm = bytearray()
    async for block in audio:
        pcm += block[: max(0, limit - len(pcm))]
    return bytes(pcm)
