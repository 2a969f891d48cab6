"""The player's voice, and an ear that tells how much of the companion's was understood."""

from __future__ import annotations

import asyncio
import re
import wave
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.language.ear_numbers import numbers_in_words
from companion.speech.asr.offline import OfflineRecognizer
from companion.speech.events import BLOCK_BYTES, Synthesize, Transcribe
from companion.speech.tts.offline import OfflineSynthesizer

_WORD = re.compile(r"[a-z0-9]+")


def speak(text: str, path: Path) -> Path:
    """Let the offline voice say a sentence into a file."""
    synthesizer = OfflineSynthesizer("en")

    async def pcm() -> bytes:
        try:
            return b"".join([c async for c in synthesizer.synthesize(Synthesize(text, "en"))])
        finally:
            await synthesizer.close()

    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(synthesizer.rate_hz)
        file.writeframes(asyncio.run(pcm()))
    return path


def recognise(samples: NDArray[np.int16]) -> str:
    """What the offline ear understands of 16 kHz sound; no hints."""
    recognizer = OfflineRecognizer("en")

    async def blocks() -> AsyncIterator[bytes]:
        data = samples.tobytes()
        for start in range(0, len(data), BLOCK_BYTES):
            yield data[start : start + BLOCK_BYTES]

    async def words() -> str:
        try:
            return (await recognizer.transcribe(blocks(), Transcribe("en"), lambda _: None)).text
        finally:
            await recognizer.close()

    return asyncio.run(words())


def word_error_rate(said: str, heard: str) -> float:
    """Words that were replaced, lost or invented, for each word that was said."""
    expected, found = _words(said), _words(heard)
    return _distance(expected, found) / len(expected)


def _words(text: str) -> list[str]:
    """Words, numbers as they are said: recognisers write some in digits and some in words."""
    said = numbers_in_words(text, "en").replace("-", " ")
    return _WORD.findall(said.casefold().replace("'", ""))


def _distance(expected: Sequence[str], found: Sequence[str]) -> int:
    row = list(range(len(found) + 1))
    for index, word in enumerate(expected, 1):
        previous, row = row, [index]
        for other, heard in enumerate(found, 1):
            swap = previous[other - 1] + (word != heard)
            row.append(min(swap, previous[other] + 1, row[-1] + 1))
    return row[-1]
