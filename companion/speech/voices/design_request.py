"""The request that designs a voice, and its answer, as values.

The creating call is the purchase, and already holds the preview.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.speech.ledger.sources import dashscope_region, source
from companion.speech.tts.qwen_pcm import RATE_HZ, PcmStream
from companion.support.errors import Failure, SynthesisError

PATH = "/services/audio/tts/customization"
SERVICE = "voice-enrollment"
MOST_PROMPT, MOST_PREVIEW, MOST_PREFIX = 500, 200, 10
"""Characters, by the vendor's reference of October 2026."""

_PREFIX = re.compile(r"[a-z0-9]{1,10}")


@dataclass(frozen=True, slots=True)
class VoiceDesign:
    """What a player describes.

    Attributes:
        prompt: How the voice is to sound.
        preview: What it says first; in `language`.
        prefix: Part of its id: up to ten small letters and digits.
        model: That will speak it; no other can.
        language: `en` or `zh`.
    """

    prompt: str
    preview: str
    prefix: str
    model: str
    language: str


@dataclass(frozen=True, slots=True)
class MadeVoice:
    """What came back.

    Attributes:
        id: The voice's.
        model: As the service wrote it.
        preview: 24 kHz mono s16le; empty where there was none.
    """

    id: str
    model: str
    preview: bytes


def design_source(base_url: str) -> str:
    """What the price list calls a design in the region of an address."""
    return source("voice_design", SERVICE, dashscope_region(base_url))


def check_design(design: VoiceDesign) -> None:
    """Refuse what the service would refuse, before anything is paid for.

    Raises:
        SynthesisError: SPEECH_SETTING_WRONG, naming the field.
    """
    faults = {
        f"description of 1 to {MOST_PROMPT} characters": 0 < len(design.prompt) <= MOST_PROMPT,
        f"preview of 1 to {MOST_PREVIEW} characters": 0 < len(design.preview) <= MOST_PREVIEW,
        "prefix of 1 to 10 small letters and digits": bool(_PREFIX.fullmatch(design.prefix)),
        "model of Qwen-Audio or CosyVoice": design.model.startswith(("qwen-audio-", "cosyvoice-")),
        "language en or zh": design.language in ("en", "zh"),
    }
    for field, is_right in faults.items():
        if not is_right:
            raise SynthesisError(Failure.SPEECH_SETTING_WRONG, field)


def design_body(design: VoiceDesign) -> bytes:
    """The JSON of the request."""
    words = {
        "action": "create_voice",
        "target_model": design.model,
        "voice_prompt": design.prompt,
        "preview_text": design.preview,
        "prefix": design.prefix,
        "language_hints": [design.language],
    }
    sound = {"sample_rate": RATE_HZ, "response_format": "wav"}
    return msgspec.json.encode({"model": SERVICE, "input": words, "parameters": sound})


def read_made(body: bytes, design: VoiceDesign) -> MadeVoice:
    """The voice in an answer. A preview that cannot be read does not cost the voice.

    Raises:
        SynthesisError: SPEECH_VOICE_UNCERTAIN, since an answer without an id may hide a voice.
    """
    try:
        output = msgspec.json.decode(body, type=dict[str, Any])["output"]
        voice_id, model = output["voice_id"], output.get("target_model") or design.model
        if not (isinstance(voice_id, str) and voice_id and isinstance(model, str)):
            raise ValueError("no id")
    except (msgspec.DecodeError, RecursionError, KeyError, TypeError, ValueError) as error:
        raise SynthesisError(Failure.SPEECH_VOICE_UNCERTAIN, design.prefix) from error
    return MadeVoice(voice_id, model, _preview(output.get("preview_audio")))


def _preview(audio: object) -> bytes:
    if not isinstance(audio, dict):
        return b""
    try:
        return PcmStream().feed(base64.b64decode(str(audio.get("data") or ""), validate=True))
    except ValueError:
        return b""
