from __future__ import annotations

from decimal import Decimal

import pytest

from companion.speech.ledger.prices import Price, PriceList, Unit
from companion.speech.voices.making import PREVIEWS
from companion.speech.voices.offer import offer_of, sample_cost, sample_text
from companion.speech.voices.voice_book import DesignedVoice

HERE, ABROAD = "https://dashscope.aliyuncs.com/api/v1", "https://dashscope-intl.aliyuncs.com/api/v1"
MODEL = "qwen-audio-3.0-tts-flash"
PRICES = PriceList(
    "2026-05-01",
    "CNY",
    {
        "voice_design/voice-enrollment": Price(Unit.CALLS, 0.2),
        f"qwen_audio/{MODEL}": Price(Unit.CHARACTERS, 1.0, 10),
    },
)


def voice(address: str = HERE, language: str = "en") -> DesignedVoice:
    return DesignedVoice("v", MODEL, address, "qwen_audio", language=language)


@pytest.mark.behaviour("VOICE-004")
def test_an_offer_names_place_model_price_and_day() -> None:
    offer = offer_of(PRICES, HERE, MODEL)
    assert (offer.cost, offer.currency, offer.dated) == (Decimal("0.2"), "CNY", "2026-05-01")
    assert (offer.address, offer.model) == (HERE, MODEL)


def test_what_has_no_price_in_its_region_is_unpriced_and_not_free() -> None:
    assert offer_of(PRICES, ABROAD, MODEL).cost is None
    assert sample_cost(voice(ABROAD), PRICES) is None


def test_a_sample_costs_its_sentence() -> None:
    assert sample_cost(voice(), PRICES) == Decimal(len(PREVIEWS["en"])) / 10


@pytest.mark.parametrize(("language", "said"), [("zh", "zh"), ("en", "en"), ("", "en")])
def test_a_sample_is_said_in_the_language_of_the_voice(language: str, said: str) -> None:
    assert sample_text(voice(language=language)) == PREVIEWS[said]
