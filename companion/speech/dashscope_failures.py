"""What DashScope's error codes mean to the player, ears and voices alike. A new code: a line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import msgspec

from companion.support.errors import Failure
from companion.support.sse import SseParser


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error as the service wrote it.

    Attributes:
        status: Of HTTP; 200 when it came within a stream.
        code: Such as `InvalidParameter`; may be empty.
        message: Not for the log as a whole: it may quote the text.
    """

    status: int
    code: str
    message: str = field(repr=False)


_CODES = (
    ("InvalidApiKey", Failure.SPEECH_KEY_WRONG),
    ("invalid_api_key", Failure.SPEECH_KEY_WRONG),
    ("Arrearage", Failure.SPEECH_QUOTA),
    ("DataInspectionFailed", Failure.SPEECH_TEXT_REFUSED),
    ("data_inspection_failed", Failure.SPEECH_TEXT_REFUSED),
    ("InternalError.Algo.DataInspectionFailed", Failure.SPEECH_TEXT_REFUSED),
    ("AccessDenied", Failure.SPEECH_NO_PERMISSION),
    ("Model.AccessDenied", Failure.SPEECH_NO_PERMISSION),
    ("ModelNotFound", Failure.SPEECH_SETTING_WRONG),
    ("model_not_found", Failure.SPEECH_SETTING_WRONG),
    ("Throttling.AllocationQuota", Failure.SPEECH_QUOTA),
    ("CommodityNotPurchased", Failure.SPEECH_QUOTA),
    ("insufficient_quota", Failure.SPEECH_QUOTA),
    ("Throttling", Failure.SPEECH_BUSY),
    ("LimitRequests", Failure.SPEECH_BUSY),
    ("ModelServingError", Failure.SPEECH_BUSY),
    ("RequestTimeOut", Failure.SPEECH_SILENT),
    ("ResponseTimeout", Failure.SPEECH_SILENT),
)
"""First matching beginning of the code."""

_STATUSES = {
    401: Failure.SPEECH_KEY_WRONG,
    403: Failure.SPEECH_NO_PERMISSION,
    404: Failure.SPEECH_SETTING_WRONG,
    429: Failure.SPEECH_BUSY,
}

_VOICE_OF_ANOTHER_MODEL = re.compile(r"error\s*(?:code:\s*|\[)4(?:11|18)\b")
_SPEECH_REGIONS = ("cn-beijing", "ap-southeast-1")
_PLAN_KEY = "sk-sp-"
_SHARED_HOSTS = ("dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com")


def failure_of(refusal: Refusal, base_url: str, key: str) -> Failure:
    """The code for the user.

    Args:
        refusal: What the service said.
        base_url: Where it was asked.
        key: Only its kind is looked at.
    """
    failure = _failure(refusal)
    if failure is Failure.SPEECH_KEY_WRONG and _is_of_another_region(refusal, base_url, key):
        return Failure.SPEECH_REGION_WRONG
    if failure is Failure.SPEECH_SETTING_WRONG and _is_without_speech(base_url):
        return Failure.SPEECH_REGION_WRONG
    return failure


def refusal_in(payload: dict[str, Any], status: int) -> Refusal:
    """The error that a payload describes."""
    return Refusal(status, str(payload.get("code") or ""), str(payload.get("message") or ""))


def read_refusal(body: bytes, status: int) -> Refusal:
    """The error in the body of an answer that is no stream; it may be dressed as one."""
    events = SseParser()
    for text in (body, *(event.data.encode() for event in events.feed(body) + events.end())):
        try:
            return refusal_in(msgspec.json.decode(text, type=dict[str, Any]), status)
        except (msgspec.DecodeError, RecursionError):
            continue
    return Refusal(status, "", "")


def detail_of(refusal: Refusal) -> str:
    """Words for the log and the user's sentence; the message may quote the text: it stays out."""
    return f"{refusal.status} {refusal.code}".strip()


def _failure(refusal: Refusal) -> Failure:
    if _VOICE_OF_ANOTHER_MODEL.search(refusal.message) or _names_a_setting(refusal):
        return Failure.SPEECH_SETTING_WRONG
    for beginning, failure in _CODES:
        if refusal.code.startswith(beginning):
            return failure
    return _STATUSES.get(refusal.status, Failure.SPEECH_SERVICE_ERROR)


def _names_a_setting(refusal: Refusal) -> bool:
    said = refusal.message.lower()
    return refusal.code.startswith("InvalidParameter") and (
        "model not exist" in said or "voice" in said or "input should be" in said
    )


def _is_of_another_region(refusal: Refusal, base_url: str, key: str) -> bool:
    """Whether a refused key can be told to belong elsewhere; mostly it cannot."""
    is_plan_key = key.startswith(_PLAN_KEY) and _host(base_url) in _SHARED_HOSTS
    return is_plan_key or "region" in refusal.message.lower()


def _is_without_speech(base_url: str) -> bool:
    """Whether the address is a workspace of a region that has no speech models."""
    host = _host(base_url)
    return host.endswith(".maas.aliyuncs.com") and not any(r in host for r in _SPEECH_REGIONS)


def _host(base_url: str) -> str:
    return urlsplit(base_url).hostname or ""
