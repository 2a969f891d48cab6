"""The check in the settings: a second of recognition and a spoken phrase, through the whole chain.

`offer` says what it will cost, without going online; `verify` does it once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from companion.speech.asr.recognizer import Recognizer
from companion.speech.events import Synthesize, Transcribe
from companion.speech.ledger.counts import counted
from companion.speech.ledger.meter import Amount
from companion.speech.ledger.prices import PriceList
from companion.speech.tts.closing import closing_chunks
from companion.speech.tts.qwen_text import billed
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.errors import CompanionError, Failure

LISTEN_MS = 1000
PHRASES = {"en": "Your companion can speak.", "zh": "你的同伴可以说话了。"}


@dataclass(frozen=True, slots=True)
class Offer:
    """What one half of the check would cost.

    Attributes:
        id: Of the provider.
        source: As the price list calls it; empty when nobody sends a bill.
        cost: In `currency`; None when it is unpriced.
        currency: Of the price list.
    """

    id: str
    source: str
    cost: Decimal | None
    currency: str


@dataclass(frozen=True, slots=True)
class Checked:
    """How one half went.

    Attributes:
        is_working: Whether it did what it is for. Silence that was understood as silence is well.
        failure: Why not.
        detail: For `{detail}` of the failure's sentence.
        text: Words that were recognised.
        sound: What was spoken, mono s16le.
        rate_hz: Of the sound.
    """

    is_working: bool
    failure: Failure | None = None
    detail: str = ""
    text: str = ""
    sound: bytes = b""
    rate_hz: int = 0


def offer_hearing(recognizer: Recognizer, prices: PriceList) -> Offer:
    """What a second of recognition costs, before it is done."""
    return _offer(recognizer, prices, Amount(milliseconds=LISTEN_MS))


def offer_speaking(synthesizer: Synthesizer, prices: PriceList, language: str) -> Offer:
    """What the phrase costs, before it is spoken."""
    return _offer(synthesizer, prices, Amount(characters=billed(PHRASES[language])))


async def verify_hearing(recognizer: Recognizer, second: bytes, language: str) -> Checked:
    """Recognise a second of sound, once.

    Args:
        recognizer: As the settings choose it.
        second: 16 kHz mono s16le, as the microphone gave it.
        language: `en` or `zh`.
    """

    async def hear() -> Checked:
        request = Transcribe(language)
        transcript = await recognizer.transcribe(_blocks(second), request, lambda chunk: None)
        return Checked(is_working=True, text=transcript.text)

    checked = await _checked(recognizer, hear)
    # The service was asked, and answered that nobody spoke: keys, rights and network are well.
    is_silence = checked.failure is Failure.NOTHING_HEARD and bool(second)
    return Checked(is_working=True) if is_silence else checked


async def verify_speaking(synthesizer: Synthesizer, language: str) -> Checked:
    """Have the phrase spoken, once; the sound is for the speaker."""

    async def speak() -> Checked:
        request = Synthesize(PHRASES[language], language)
        async with closing_chunks(synthesizer.synthesize(request)) as chunks:
            sound = b"".join([chunk async for chunk in chunks])
        return Checked(bool(sound), sound=sound, rate_hz=synthesizer.rate_hz)

    return await _checked(synthesizer, speak)


async def _checked(
    provider: Recognizer | Synthesizer, check: Callable[[], Awaitable[Checked]]
) -> Checked:
    try:
        await provider.warm_up()
        return await check()
    except CompanionError as error:
        return Checked(False, error.failure, error.detail)


async def _blocks(pcm: bytes, size: int = 640) -> AsyncIterator[bytes]:
    for at in range(0, len(pcm), size):
        yield pcm[at : at + size]


def _offer(provider: Any, prices: PriceList, used: Amount) -> Offer:
    source = str(getattr(provider, "source", ""))
    cost = prices.cost(source, counted(used)) if source else Decimal()
    return Offer(provider.id, source, cost, prices.currency)
