"""Offline ears and an offline voice behind the gateway, so that it hears and speaks for real."""

from __future__ import annotations

from collections.abc import AsyncIterator

from companion.speech.asr.recognizer import Recognizer
from companion.speech.events import Synthesize, Transcribe
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.errors import Failure, RecognitionError
from tests.gateway.nls_scenario import Transcriber
from tests.gateway.qwen_scenario import Voice

RATE_HZ = 24_000

_LANGUAGES = {"English": "en", "Chinese": "zh"}


def ears(recognizer: Recognizer, language: str) -> Transcriber:
    """What `NlsScenario.transcribe` takes; no words are empty ones, as the service has it."""

    async def transcribe(sound: bytes) -> str:
        async def all_of_it() -> AsyncIterator[bytes]:
            yield sound

        try:
            heard = await recognizer.transcribe(
                all_of_it(), Transcribe(language), lambda chunk: None
            )
        except RecognitionError as error:
            if error.failure is Failure.NOTHING_HEARD:
                return ""
            raise
        return heard.text

    return transcribe


def voice(synthesizer: Synthesizer) -> Voice:
    """What `QwenScenario.voice` takes; the synthesiser's rate has to be 24 kHz."""
    assert synthesizer.rate_hz == RATE_HZ

    async def speak(text: str, language_type: str) -> bytes:
        request = Synthesize(text, _LANGUAGES.get(language_type, "en"))
        return b"".join([chunk async for chunk in synthesizer.synthesize(request)])

    return speak
