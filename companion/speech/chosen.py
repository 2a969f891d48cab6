"""Ears and a voice that are chosen when they are first needed, off the loop.

Choosing asks the keyring, which may wait for a person, and imports what takes long; so it happens
in a worker thread during `warm_up`, and a failure there is one of warming up.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from companion.speech.asr.recognizer import OnPartial, Recognizer
from companion.speech.events import Synthesize, Transcribe, Transcript
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.errors import (
    CompanionError,
    Failure,
    RecognitionError,
    SynthesisError,
)
from companion.support.loops import patiently

T = TypeVar("T")

CHOOSE_DEADLINE_S = 120.0
"""How long a person may look at the keyring's window."""


class ChosenRecognizer:
    """A recogniser that is chosen by `warm_up`; a failed choice is made again at the next use.

    Attributes:
        id: `choosing` until it is known.
    """

    def __init__(self, choose: Callable[[], Recognizer]) -> None:
        self.id = "choosing"
        self._choose = choose
        self._chosen: Recognizer | None = None
        self._choosing = asyncio.Lock()

    async def warm_up(self) -> None:
        """Choose and load.

        Raises:
            RecognitionError: A key or a model is missing, or nobody answered the keyring.
        """
        await (await self._get()).warm_up()

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        """Listen with the chosen recogniser."""
        return await (await self._get()).transcribe(audio, request, on_partial)

    async def close(self) -> None:
        """Close the chosen one."""
        if self._chosen:
            await self._chosen.close()

    async def _get(self) -> Recognizer:
        async with self._choosing:
            if self._chosen is None:
                try:
                    self._chosen = await _in_a_thread(self._choose)
                except TimeoutError as error:
                    raise RecognitionError(Failure.KEYRING_LOCKED, "nobody answered") from error
                except CompanionError as error:
                    raise RecognitionError(error.failure, error.detail) from error
                self.id = self._chosen.id
            return self._chosen


class ChosenSynthesizer:
    """A synthesiser that is chosen by `warm_up`, the same way.

    Attributes:
        rate_hz: Known once it is chosen; 24,000 before.
    """

    def __init__(self, choose: Callable[[], Synthesizer | None]) -> None:
        self.id = "choosing"
        self.rate_hz = 24_000
        self._choose = choose
        self._chosen: Synthesizer | None = None
        self._choosing = asyncio.Lock()

    async def warm_up(self) -> None:
        """Choose and load.

        Raises:
            SynthesisError: A key or a model is missing, or nobody answered the keyring.
        """
        await (await self._get()).warm_up()

    async def synthesize(self, request: Synthesize) -> AsyncIterator[bytes]:
        """Say one sentence with the chosen voice."""
        chunks = (await self._get()).synthesize(request)
        try:
            async for chunk in chunks:
                yield chunk
        finally:
            if closing := getattr(chunks, "aclose", None):
                await closing()

    async def close(self) -> None:
        """Close the chosen one."""
        if self._chosen:
            await self._chosen.close()

    async def _get(self) -> Synthesizer:
        async with self._choosing:
            if self._chosen is None:
                try:
                    self._chosen = await _in_a_thread(self._choose)
                except TimeoutError as error:
                    raise SynthesisError(Failure.KEYRING_LOCKED, "nobody answered") from error
                except CompanionError as error:
                    raise SynthesisError(error.failure, error.detail) from error
                if self._chosen is None:
                    raise SynthesisError(Failure.SPEECH_SETTING_WRONG, "no voice was chosen")
                self.id, self.rate_hz = self._chosen.id, self._chosen.rate_hz
            return self._chosen


async def _in_a_thread(choose: Callable[[], T]) -> T:
    async with asyncio.timeout(CHOOSE_DEADLINE_S):
        return await patiently(choose, "choosing")
