"""`companion voices prefetch`: have the fixed phrases spoken into the cache, after an agreed price.

Each phrase that is not there yet is one call of the voice the settings choose.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from decimal import Decimal

from companion.commands.speech_desk import SpeechDesk
from companion.speech.cache import FOLDER, CachedSynthesizer, SpeechCache
from companion.speech.ledger.counts import counted
from companion.speech.ledger.meter import Amount
from companion.speech.ledger.prices import read_prices
from companion.speech.prefetch import fixed_phrases, missing
from companion.speech.providers import choose_cached
from companion.speech.tts.qwen_text import billed
from companion.support.errors import Failure, SynthesisError


@dataclass(frozen=True, slots=True)
class Prefetched:
    """What there is to make, or was made.

    Attributes:
        phrases: How many were not in the cache.
        price: Of all of them; `?` when unpriced.
        is_made: Whether they are in the cache now.
    """

    phrases: int
    price: str
    is_made: bool


def prefetch(desk: SpeechDesk, *, agrees: bool) -> Prefetched:
    """Make what is missing where that is free or agreed to.

    Raises:
        CompanionError: There is no voice, no cache, or a sentence could not be made.
    """
    if not desk.settings.speech_cache_mib:
        raise SynthesisError(Failure.SPEECH_SETTING_WRONG, "speech_cache_mib 0")
    cache = SpeechCache(desk.folder / FOLDER, desk.settings.speech_cache_mib << 20)
    voice = choose_cached(desk.settings, desk.secrets, desk.meter, cache)
    return asyncio.run(_prefetch(desk, voice, agrees=agrees))


async def _prefetch(desk: SpeechDesk, voice: CachedSynthesizer, *, agrees: bool) -> Prefetched:
    language = desk.language
    try:
        await voice.warm_up()
        wanted = await missing(voice, fixed_phrases(desk.texts.text, language), language)
        cost = _cost(desk, voice, wanted)
        must_ask = bool(wanted) and cost != 0 and not agrees
        if not must_ask:
            await voice.prefetch(wanted, language)
        return Prefetched(len(wanted), "?" if cost is None else f"{cost:f}", not must_ask)
    finally:
        await voice.close()


def _cost(desk: SpeechDesk, voice: CachedSynthesizer, wanted: tuple[str, ...]) -> Decimal | None:
    """None when it is unpriced."""
    if not voice.source:
        return Decimal()
    used = Amount(characters=sum(map(billed, wanted)))
    return read_prices(desk.folder).cost(voice.source, counted(used))
