"""What designed voices cost before anything is sent, and how far the making of one is. Pure."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from decimal import Decimal

from companion.speech.ledger.counts import Count, counted
from companion.speech.ledger.meter import Amount
from companion.speech.ledger.prices import PriceList
from companion.speech.ledger.sources import dashscope_region, source
from companion.speech.tts.qwen_request import protocol_of
from companion.speech.voices.design_request import design_source
from companion.speech.voices.making import PREVIEWS
from companion.speech.voices.voice_book import DesignedVoice


class Step(enum.StrEnum):
    """How far the making of a voice is."""

    LOOKING = "looking"
    """Nothing has left: who stops now pays nothing."""
    SENT = "sent"
    """The request left, and is paid for."""
    WRITING = "writing"
    """The voice is there and is being written down; that is not stopped any more."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What the next voice would be and cost.

    Attributes:
        address: Where it would live.
        model: That would speak it.
        cost: Of the one request, in `currency`; None when it is unpriced.
        currency: Of the cost.
        dated: ISO date of the prices.
    """

    address: str
    model: str
    cost: Decimal | None
    currency: str
    dated: str


def offer_of(prices: PriceList, address: str, model: str) -> Offer:
    """What a voice would cost by these prices."""
    cost = prices.cost(design_source(address), Count(calls=1))
    return Offer(address, model, cost, prices.currency, prices.dated)


def sample_text(voice: DesignedVoice) -> str:
    """What a kept voice says when it is listened to."""
    return PREVIEWS.get(voice.language, PREVIEWS["en"])


def sample_cost(voice: DesignedVoice, prices: PriceList) -> Decimal | None:
    """What listening to a kept voice costs; None when it is unpriced."""
    protocol = protocol_of(voice.model)
    called = source(protocol.id, voice.model, dashscope_region(voice.base_url))
    return prices.cost(called, counted(Amount(characters=protocol.billed(sample_text(voice)))))
