"""The POST that Qwen's voices are asked with, as values."""

from __future__ import annotations

import msgspec

from companion.speech.tts.qwen_failures import QwenVoice
from companion.support.errors import Failure, SynthesisError

PATH = "/services/aigc/multimodal-generation/generation"

_LANGUAGES = {"en": "English", "zh": "Chinese"}


_SAFE = ("https://", "http://127.0.0.1:", "http://localhost:")
"""Beginnings of addresses that a key may be sent to."""


def check(key: str, voice: QwenVoice) -> None:
    """Refuse what cannot work: a conversational model, for one, would answer the text.

    Raises:
        SynthesisError: SPEECH_SETTING_WRONG, or SPEECH_KEY_WRONG for what is no header value.
    """
    if not (key.isascii() and key.isprintable()):
        raise SynthesisError(Failure.SPEECH_KEY_WRONG, "signs that no key has")
    if not voice.model.startswith("qwen3-tts-") or "realtime" in voice.model:
        raise SynthesisError(Failure.SPEECH_SETTING_WRONG, f"qwen_model {voice.model}")
    if not voice.base_url.startswith(_SAFE):
        raise SynthesisError(Failure.SPEECH_SETTING_WRONG, f"qwen_base_url {voice.base_url}")


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


def body(text: str, language: str, voice: QwenVoice) -> bytes:
    """The JSON of a request; naming the language makes one-language text sound better."""
    words = {
        "text": text.encode(errors="replace").decode(),
        "voice": voice.voice,
        "language_type": _LANGUAGES.get(language, "Auto"),
    }
    return msgspec.json.encode({"model": voice.model, "input": words})
