"""What DashScope's errors mean for a voice."""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.speech.dashscope_failures import Refusal, detail_of, failure_of
from companion.support.errors import Failure, SynthesisError


@dataclass(frozen=True, slots=True)
class QwenVoice:
    """What speaks, and where.

    Attributes:
        model: Its family belongs to a protocol; see `qwen_request.check`.
        voice: Case-sensitive name; which exist depends on the model.
        base_url: Without a slash at the end; keys are bound to its region.
    """

    model: str
    voice: str
    base_url: str


def error_of(refusal: Refusal, voice: QwenVoice, key: str) -> SynthesisError:
    """The error for the user.

    Args:
        refusal: What the service said.
        voice: What was asked for.
        key: Only its kind is looked at.
    """
    failure = failure_of(refusal, voice.base_url, key)
    return SynthesisError(failure, _detail(refusal, failure, voice))


def _detail(refusal: Refusal, failure: Failure, voice: QwenVoice) -> str:
    if failure is not Failure.SPEECH_SETTING_WRONG:
        return detail_of(refusal)
    detail = f"model {voice.model}, voice {voice.voice}"
    # The one message worth showing: the list of the voices that this model has.
    listed = re.search(r"Input should be ([^\[\]{}]*)", refusal.message)
    return f"{detail}; {listed[0].strip()}"[:400] if listed else f"{detail} ({refusal.code})"
