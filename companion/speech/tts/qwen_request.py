"""The POSTs that DashScope's voices are asked with, as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from companion.speech.tts.qwen_failures import QwenVoice
from companion.speech.tts.qwen_pcm import RATE_HZ
from companion.speech.tts.qwen_text import billed
from companion.support.errors import Failure, SynthesisError

_LANGUAGES = {"en": "English", "zh": "Chinese"}
_SAFE = ("https://", "http://127.0.0.1:", "http://localhost:")
"""Beginnings of addresses that a key may be sent to."""


@dataclass(frozen=True, slots=True)
class QwenProtocol:
    """One of the two speech paths of DashScope.

    Attributes:
        id: Of the provider.
        path: Below the base address.
        setting: The setting that names its model.
        families: What names of its models begin with. A conversational model would answer the text.
        body: Text, language, voice and speed to the JSON of a request.
        billed: Characters of a text as this path counts them.
    """

    id: str
    path: str
    setting: str
    families: tuple[str, ...]
    body: Callable[[str, str, QwenVoice, float], bytes]
    billed: Callable[[str], int]


def check(key: str, voice: QwenVoice, protocol: QwenProtocol) -> None:
    """Refuse what cannot work.

    Raises:
        SynthesisError: SPEECH_SETTING_WRONG, or SPEECH_KEY_WRONG for what is no header value.
    """
    check_key(key)
    if not voice.model.startswith(protocol.families) or "realtime" in voice.model:
        raise SynthesisError(Failure.SPEECH_SETTING_WRONG, f"{protocol.setting} {voice.model}")
    check_address(voice.base_url)


def check_key(key: str) -> None:
    """Refuse a key that cannot stand in a header.

    Raises:
        SynthesisError: SPEECH_KEY_WRONG.
    """
    if not (key.isascii() and key.isprintable()):
        raise SynthesisError(Failure.SPEECH_KEY_WRONG, "signs that no key has")


def check_address(base_url: str) -> None:
    """Refuse an address that a key must not be sent to in clear.

    Raises:
        SynthesisError: SPEECH_SETTING_WRONG.
    """
    if not base_url.startswith(_SAFE):
        raise SynthesisError(Failure.SPEECH_SETTING_WRONG, f"qwen_base_url {base_url}")


def headers(key: str) -> dict[str, str]:
    """The headers of a streamed request; `identity` keeps proxies from holding blocks back."""
    return {
        "Authorization": f"Bearer {key}",
        "Content-Type": "application/json",
        "X-DashScope-SSE": "enable",
        "Accept": "text/event-stream",
        "Accept-Encoding": "identity",
        "X-Accel-Buffering": "no",
    }


def body(text: str, language: str, voice: QwenVoice, speed: float = 1.0) -> bytes:
    """The JSON of the Qwen path; naming the language makes one-language text sound better."""
    del speed  # this path has none
    words = {
        "text": _whole(text),
        "voice": voice.voice,
        "language_type": _LANGUAGES.get(language, "Auto"),
    }
    return msgspec.json.encode({"model": voice.model, "input": words})


def audio_body(text: str, language: str, voice: QwenVoice, speed: float = 1.0) -> bytes:
    """The JSON of the Qwen-Audio path; format and rate are named since the defaults are MP3."""
    words = {
        "text": _whole(text),
        "voice": voice.voice,
        "format": "pcm",
        "sample_rate": RATE_HZ,
    }
    hints = {"language_hints": [language]} if language in _LANGUAGES else {}
    rate = {"rate": speed} if speed != 1.0 else {}
    return msgspec.json.encode({"model": voice.model, "input": words | hints | rate})


def _whole(text: str) -> str:
    """The text without halves of surrogate pairs, which JSON cannot hold."""
    return text.encode(errors="replace").decode()


QWEN = QwenProtocol(
    "qwen",
    "/services/aigc/multimodal-generation/generation",
    "qwen_model",
    ("qwen3-tts-",),
    body,
    billed,
)
QWEN_AUDIO = QwenProtocol(
    "qwen_audio",
    "/services/audio/tts/SpeechSynthesizer",
    "qwen_audio_model",
    ("qwen-audio-", "cosyvoice-"),
    audio_body,
    len,
)
"""Both are billed by the code point, as the documented samples count."""


def protocol_of(model: str) -> QwenProtocol:
    """The path that speaks a model, by the rule of the vendor's own client."""
    if model.startswith("qwen") and not model.startswith("qwen-audio-"):
        return QWEN
    return QWEN_AUDIO
