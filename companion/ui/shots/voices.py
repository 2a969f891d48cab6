"""Invented states of the page of voices, for its pictures."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from companion.client.voices_state import Busy, Key, VoicesState
from companion.speech.ledger.prices import Price, PriceList, Unit
from companion.speech.voices.offer import Step, offer_of
from companion.speech.voices.vendor import RemoteVoice
from companion.speech.voices.voice_book import Binding, DesignedVoice, VoiceBook
from companion.support.errors import Failure
from companion.ui.pages.desk import PageDesk
from companion.ui.pages.voices_desk import VoicesDesk

_ADDRESS = "https://dashscope.aliyuncs.com/api/v1"
_ABROAD = "https://dashscope-intl.aliyuncs.com/api/v1"
_MODEL = "qwen-audio-3.0-tts-flash"
_PRICES = PriceList(
    "2026-05-01",
    "CNY",
    {
        "voice_design/voice-enrollment": Price(Unit.CALLS, 0.2),
        f"qwen_audio/{_MODEL}": Price(Unit.CHARACTERS, 1.0, 10_000),
    },
)
_OFFER = offer_of(_PRICES, _ADDRESS, _MODEL)
_PROMPTS = {
    "en": ("A warm, slow, deep voice of an old man", "Bright and quick, a girl who jokes"),
    "zh": ("温暖、缓慢、低沉，像一位老人", "明亮轻快，爱开玩笑的女孩"),
}
_NAMES = {"en": ("Oak", "Poppy", "Ferry"), "zh": ("老橡树", "小罂粟", "渡船人")}


class VoicesPictured(PageDesk):
    """Has one desk of voices: what is emitted in its name is shown."""

    def __init__(self, voices: VoicesDesk | None = None) -> None:
        super().__init__()
        self._voices = voices or VoicesDesk()
        self._voices.setParent(self)

    @property
    def voices(self) -> VoicesDesk:
        """The one that tells."""
        return self._voices


def voices(locale: str) -> VoicesState:
    """Three voices, one just made; the service was asked and knows one more."""
    state = listed(locale)
    made = _voices(locale[:2])[1].id
    return replace(state, made=made, preview=made)


def listed(locale: str) -> VoicesState:
    """Three voices and whom they are bound to; the service knows one more."""
    language = locale[:2]
    oak, poppy, ferry = _voices(language)
    bindings = (Binding("quest", oak.id), Binding("character:Nora", poppy.id, language))
    remote = tuple(
        RemoteVoice(name, "OK", "2026-05-18 10:00:00") for name in (oak.id, _id(7), poppy.id)
    )
    book = VoiceBook((ferry, oak, poppy), bindings)
    return VoicesState(book, Key.THERE, _OFFER, _PRICES, remote)


def keyless(locale: str) -> VoicesState:
    """Nothing was designed, and nothing can be."""
    del locale
    return VoicesState(VoiceBook(), Key.MISSING, _OFFER, _PRICES)


def making(locale: str) -> VoicesState:
    """A voice is on its way."""
    del locale
    return VoicesState(VoiceBook(), Key.THERE, _OFFER, _PRICES, busy=Busy.MAKING, step=Step.SENT)


def uncertain(locale: str) -> VoicesState:
    """The connection broke off."""
    book = VoiceBook((_voices(locale[:2])[0],))
    reason = Failure.SPEECH_VOICE_UNCERTAIN
    return VoicesState(book, Key.THERE, _OFFER, _PRICES, reason=reason, detail="companion")


@cache
def _voices(language: str) -> tuple[DesignedVoice, DesignedVoice, DesignedVoice]:
    first, second, third = _NAMES[language]
    prompt, other = _PROMPTS[language]
    return (
        _voice(1, _ADDRESS, "cn-beijing", language, prompt, first),
        _voice(2, _ADDRESS, "cn-beijing", language, other, second),
        _voice(3, _ABROAD, "ap-southeast-1", language, "", third),
    )


def _voice(
    number: int, address: str, region: str, language: str, prompt: str, name: str
) -> DesignedVoice:
    day = f"2026-05-{14 + number}"
    return DesignedVoice(
        _id(number), _MODEL, address, "qwen_audio", region, language, prompt, name, day
    )


def _id(number: int) -> str:
    return f"{_MODEL}-vd-companion-{number:04d}"
