"""Sound for recognisers, and what a recogniser tells while it listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from companion.speech.asr.recognizer import Recognizer
from companion.speech.events import BLOCK_BYTES, Transcribe, Transcript, TranscriptChunk
from tests.gateway.sound import tone

BLOCK = tone(0.02, 16_000)
assert len(BLOCK) == BLOCK_BYTES


async def at_once(seconds: float) -> AsyncIterator[bytes]:
    """A key let go before anything else happened."""
    for _ in range(round(seconds / 0.02)):
        yield BLOCK


async def held(until: asyncio.Event) -> AsyncIterator[bytes]:
    """Blocks in real time until the key goes up."""
    while not until.is_set():
        yield BLOCK
        await asyncio.sleep(0.02)


async def hear(
    recognizer: Recognizer, audio: AsyncIterator[bytes] | None = None, language: str = "en"
) -> tuple[Transcript, list[str]]:
    """Transcribe a short utterance; returns the words and the partial ones."""
    partials: list[TranscriptChunk] = []
    transcript = await recognizer.transcribe(
        audio or at_once(0.3), Transcribe(language), partials.append
    )
    return transcript, [partial.text for partial in partials]
