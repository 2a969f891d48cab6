"""One sentence of any synthesiser at the rate that somebody else promised."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from companion.speech.events import Synthesize
from companion.speech.tts.any_rate import AnyRate
from companion.speech.tts.closing import closing_chunks
from companion.speech.tts.synthesizer import Synthesizer


async def at_rate(
    rate_hz: int, synthesizer: Synthesizer, request: Synthesize
) -> AsyncGenerator[bytes, None]:
    """Chunks of 16-bit mono sound at `rate_hz`.

    Raises:
        SynthesisError: What the synthesiser raises.
    """
    sound = AnyRate(synthesizer.rate_hz, 1, rate_hz)
    async with closing_chunks(synthesizer.synthesize(request)) as chunks:
        async for chunk in chunks:
            if piece := sound.feed(chunk):
                yield piece
    if rest := sound.flush():
        yield rest
