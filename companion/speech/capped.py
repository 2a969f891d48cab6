"""Paid ears and voices that step aside for free ones when the player's limit is reached."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import Protocol

from companion.speech.asr.recognizer import OnPartial, Recognizer
from companion.speech.events import Synthesize, Transcribe, Transcript
from companion.speech.ledger.meter import Meter
from companion.speech.tts.any_rate import AnyRate
from companion.speech.tts.closing import closing_chunks
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.errors import (
    CompanionError,
    Failure,
    RecognitionError,
    SynthesisError,
)

logger = logging.getLogger(__name__)

OnInstead = Callable[[CompanionError | None], None]
"""Told on the loop that free speech has stepped in, and why; then None when paid speech is back."""


def unheard(reason: CompanionError | None) -> None:
    """Nobody wants to know."""


STEPS_ASIDE = (Failure.SPEECH_CAP_REACHED, Failure.SPEECH_LEDGER_BROKEN)


class _Turns:
    """Tells of each change between paid and free speech once."""

    def __init__(self, on_instead: OnInstead) -> None:
        self._on_instead = on_instead
        self._is_free = False

    def to(self, reason: CompanionError | None) -> None:
        """Free speech with the reason for it, or paid speech."""
        is_free = reason is not None
        if is_free is not self._is_free:
            self._is_free = is_free
            self._on_instead(reason)


class PaidRecognizer(Recognizer, Protocol):
    """A recogniser whose calls are paid for.

    Attributes:
        source: As the price list calls it.
    """

    source: str


class PaidSynthesizer(Synthesizer, Protocol):
    """A synthesiser whose calls are paid for.

    Attributes:
        source: As the price list calls it.
    """

    source: str


class CappedRecognizer:
    """Asks the books before each utterance; the free ears take it when they refuse.

    Without free ears the utterance fails with the reason, and typing works. Lives on one loop.
    """

    def __init__(
        self,
        paid: PaidRecognizer,
        free: Callable[[], Recognizer],
        meter: Meter,
        on_instead: OnInstead = unheard,
    ) -> None:
        """Store what is given; the free ears are made when they are first needed."""
        self._turns = _Turns(on_instead)
        self.id = paid.id
        self.source = paid.source
        self._paid = paid
        self._make_free = free
        self._free: Recognizer | None = None
        self._meter = meter

    async def warm_up(self) -> None:
        """Load the paid ears."""
        await self._paid.warm_up()

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        """Listen; see `Recognizer`."""
        try:
            await self._meter.check(self._paid.source)
        except CompanionError as reason:
            ears = await self._free_ears(reason)
        else:
            self._turns.to(None)
            ears = self._paid
        return await ears.transcribe(audio, request, on_partial)

    async def close(self) -> None:
        """Close both."""
        await self._paid.close()
        if self._free:
            await self._free.close()

    async def _free_ears(self, reason: CompanionError) -> Recognizer:
        try:
            if reason.failure not in STEPS_ASIDE:
                raise reason
            if self._free is None:
                free = self._make_free()
                await free.warm_up()
                self._free = free
        except CompanionError as error:
            logger.debug("no free ears: %s", error)
            raise RecognitionError(reason.failure, reason.detail) from error
        logger.info("free ears instead of %s: %s", self._paid.id, reason)
        self._turns.to(reason)
        return self._free


class CappedSynthesizer:
    """The same for a voice; without a free one the sentence stays text. Lives on one loop."""

    def __init__(
        self,
        paid: PaidSynthesizer,
        free: Callable[[], Synthesizer],
        meter: Meter,
        on_instead: OnInstead = unheard,
        is_kept: Callable[[Synthesize], Awaitable[bool]] | None = None,
    ) -> None:
        """Store what is given; the free voice is made when it is first needed.

        Args:
            paid: Asked while the books allow it.
            free: Makes the voice that steps in.
            meter: The books.
            on_instead: Told of each change once.
            is_kept: Whether the paid voice has a sentence in its cache, where it costs nothing.
        """
        self._turns = _Turns(on_instead)
        self._is_kept = is_kept
        self.id = paid.id
        self.source = paid.source
        self.rate_hz = paid.rate_hz
        self._paid = paid
        self._make_free = free
        self._free: Synthesizer | None = None
        self._meter = meter

    async def warm_up(self) -> None:
        """Load the paid voice."""
        await self._paid.warm_up()

    async def synthesize(self, request: Synthesize) -> AsyncGenerator[bytes, None]:
        """Say one sentence; see `Synthesizer`."""
        voice = await self._voice_for(request)
        sound = AnyRate(voice.rate_hz, 1, self.rate_hz)
        async with closing_chunks(voice.synthesize(request)) as chunks:
            async for chunk in chunks:
                if piece := sound.feed(chunk):
                    yield piece
        if rest := sound.flush():
            yield rest

    async def close(self) -> None:
        """Close both."""
        await self._paid.close()
        if self._free:
            await self._free.close()

    async def _voice_for(self, request: Synthesize) -> Synthesizer:
        if self._is_kept is not None and await self._is_kept(request):
            return self._paid
        try:
            await self._meter.check(self._paid.source)
        except CompanionError as reason:
            return await self._free_voice(reason)
        self._turns.to(None)
        return self._paid

    async def _free_voice(self, reason: CompanionError) -> Synthesizer:
        try:
            if reason.failure not in STEPS_ASIDE:
                raise reason
            if self._free is None:
                free = self._make_free()
                await free.warm_up()
                self._free = free
        except CompanionError as error:
            logger.debug("no free voice: %s", error)
            raise SynthesisError(reason.failure, reason.detail) from error
        logger.info("free voice instead of %s: %s", self._paid.id, reason)
        self._turns.to(reason)
        return self._free
