"""Paid ears and voices that step aside for free ones when the player's limit is reached."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import Protocol

from companion.speech.asr.recognizer import OnPartial, Recognizer
from companion.speech.events import Synthesize, Transcribe, Transcript
from companion.speech.free_instead import FreeInstead, OnInstead, unheard
from companion.speech.ledger.meter import Meter
from companion.speech.tts.at_rate import at_rate
from companion.speech.tts.closing import closing_chunks
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.errors import CompanionError, RecognitionError, SynthesisError


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
        self.id = paid.id
        self.source = paid.source
        self._paid = paid
        self._free = FreeInstead(free, on_instead, RecognitionError)
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
            ears: Recognizer = await self._free.take(reason, self._paid.id)
        else:
            self._free.leave()
            ears = self._paid
        return await ears.transcribe(audio, request, on_partial)

    async def close(self) -> None:
        """Close both."""
        await self._paid.close()
        await self._free.close()


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
        self._is_kept = is_kept
        self.id = paid.id
        self.source = paid.source
        self.rate_hz = paid.rate_hz
        self._paid = paid
        self._free = FreeInstead(free, on_instead, SynthesisError)
        self._meter = meter

    async def warm_up(self) -> None:
        """Load the paid voice."""
        await self._paid.warm_up()

    async def synthesize(self, request: Synthesize) -> AsyncGenerator[bytes, None]:
        """Say one sentence; see `Synthesizer`."""
        voice = await self._voice_for(request)
        async with closing_chunks(at_rate(self.rate_hz, voice, request)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def close(self) -> None:
        """Close both."""
        await self._paid.close()
        await self._free.close()

    async def _voice_for(self, request: Synthesize) -> Synthesizer:
        if self._is_kept is not None and await self._is_kept(request):
            return self._paid
        try:
            await self._meter.check(self._paid.source)
        except CompanionError as reason:
            return await self._free.take(reason, self._paid.id)
        self._free.leave()
        return self._paid
