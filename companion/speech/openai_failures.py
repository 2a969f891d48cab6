"""What refusals of OpenAI-compatible speech servers mean to the player. Pure."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.support.errors import Failure

_CODES = {
    "invalid_api_key": Failure.SPEECH_KEY_WRONG,
    "insufficient_quota": Failure.SPEECH_QUOTA,
    "billing_hard_limit_reached": Failure.SPEECH_QUOTA,
    "model_not_found": Failure.SPEECH_SETTING_WRONG,
    "unsupported_country_region_territory": Failure.SPEECH_REGION_WRONG,
    "rate_limit_exceeded": Failure.SPEECH_BUSY,
    "content_policy_violation": Failure.SPEECH_TEXT_REFUSED,
}
_STATUSES = {
    400: Failure.SPEECH_SETTING_WRONG,
    401: Failure.SPEECH_KEY_WRONG,
    402: Failure.SPEECH_QUOTA,
    403: Failure.SPEECH_NO_PERMISSION,
    404: Failure.SPEECH_SETTING_WRONG,
    405: Failure.SPEECH_SETTING_WRONG,
    413: Failure.TOO_LONG,
    422: Failure.SPEECH_SETTING_WRONG,
    429: Failure.SPEECH_BUSY,
    503: Failure.SPEECH_BUSY,
}


def failure_of(status: int, body: bytes, setting: str) -> tuple[Failure, str]:
    """The code for the user, and the words of its detail.

    Args:
        status: Of HTTP.
        body: JSON with an `error` object, as far as the server keeps to it; never quoted.
        setting: Named where a setting is at fault.
    """
    code = _code(body)
    failure = _CODES.get(code) or _STATUSES.get(status, Failure.SPEECH_SERVICE_ERROR)
    if failure is Failure.SPEECH_SETTING_WRONG:
        return failure, f"{setting} ({status} {code}".rstrip() + ")"
    return failure, f"{status} {code}".strip()


def _code(body: bytes) -> str:
    try:
        said = msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return ""
    within = said.get("detail")  # where servers on FastAPI put it
    fault = said.get("error") or (within.get("error") if isinstance(within, dict) else None)
    code = fault.get("code") or fault.get("type") if isinstance(fault, dict) else ""
    return code[:64] if isinstance(code, str) else ""
