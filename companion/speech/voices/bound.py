"""A synthesiser that speaks with the voice that is bound to whoever speaks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

from companion.speech.events import Synthesize
from companion.speech.tts.at_rate import at_rate
from companion.speech.tts.closing import closing_chunks
from companion.speech.tts.synthesizer import Synthesizer
from companion.speech.voices.bindings import voice_for
from companion.speech.voices.voice_book import DesignedVoice, VoiceBook
from companion.support.loops import patiently

Speaks = Callable[[DesignedVoice], Synthesizer]
"""Makes the synthesiser of a designed voice: its model, region, protocol. May ask the keyring."""


class BoundSynthesizer:
    """Chooses by `Synthesize.speaker` at the beginning of each sentence. Lives on one loop.

    The bindings are read anew for each sentence, so that a changed one holds from the next on; a
    sentence under way keeps its voice.
    """

    def __init__(self, own: Synthesizer, read: Callable[[], VoiceBook], speaks: Speaks) -> None:
        """Store what is given; nothing is read.

        Args:
            own: Whoever is not bound speaks with it.
            read: Reads voices and bindings; called in a worker thread.
            speaks: See `Speaks`.
        """
        self.id = own.id
        self.rate_hz = own.rate_hz
        self.source = str(getattr(own, "source", ""))
        """Of the provider's own voice, as the price list calls it; empty when it is free."""
        self._own = own
        self._read = read
        self._speaks = speaks
        self._made: dict[DesignedVoice, Synthesizer] = {}

    async def warm_up(self) -> None:
        """Load the provider's own voice."""
        await self._own.warm_up()

    async def synthesize(self, request: Synthesize) -> AsyncGenerator[bytes, None]:
        """Say one sentence; see `Synthesizer`."""
        book = await asyncio.to_thread(self._read)
        voice = voice_for(book, request.speaker, request.language)
        synthesizer = await self._made_for(voice) if voice else self._own
        async with closing_chunks(at_rate(self.rate_hz, synthesizer, request)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def close(self) -> None:
        """Close everything that was made."""
        for synthesizer in (self._own, *self._made.values()):
            await synthesizer.close()

    async def _made_for(self, voice: DesignedVoice) -> Synthesizer:
        if voice not in self._made:
            self._made[voice] = await patiently(lambda: self._speaks(voice), "designed voice")
        return self._made[voice]
