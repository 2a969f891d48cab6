"""Why a call of a model came to nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.engine.models.model import ModelUsage
from companion.support.errors import CompanionError, Failure

_SLUG = re.compile(r"[a-z][a-z0-9_.-]{1,47}", re.IGNORECASE)
MOST_RETRY_AFTER_S = 3600.0


class ModelError(CompanionError):
    """No reply, or not all of one, came of a call.

    Attributes:
        was_sent: Whether the request left this computer: it may be paid for and is not repeated.
        usage: What the service reported before it failed, if it did.
        retry_after_s: How long the service asked to be left alone; None when it did not say.
    """

    def __init__(
        self,
        failure: Failure,
        detail: str = "",
        *,
        was_sent: bool = False,
        usage: ModelUsage | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(failure, detail)
        self.was_sent = was_sent
        self.usage = usage
        self.retry_after_s = retry_after_s


_BY_STATUS = {
    400: Failure.MODEL_REQUEST_REFUSED,
    401: Failure.MODEL_KEY_WRONG,
    402: Failure.MODEL_UNPAID,
    403: Failure.MODEL_NO_PERMISSION,
    404: Failure.MODEL_SETTING_WRONG,
    405: Failure.MODEL_SETTING_WRONG,
    408: Failure.MODEL_SILENT,
    413: Failure.MODEL_REQUEST_REFUSED,
    422: Failure.MODEL_REQUEST_REFUSED,
    429: Failure.MODEL_BUSY,
    503: Failure.MODEL_BUSY,
    504: Failure.MODEL_SILENT,
}
_BY_CODE = {
    "insufficient_quota": Failure.MODEL_UNPAID,
    "insufficient_balance": Failure.MODEL_UNPAID,
    "invalid_api_key": Failure.MODEL_KEY_WRONG,
    "model_not_found": Failure.MODEL_SETTING_WRONG,
    "content_filter": Failure.MODEL_TEXT_REFUSED,
    "content_policy_violation": Failure.MODEL_TEXT_REFUSED,
    "data_inspection_failed": Failure.MODEL_TEXT_REFUSED,
}
"""Codes that say more than the status: services give some of them under several."""


def refusal(status: int, body: object, retry_after: str) -> ModelError:
    """The error for a status that is no success.

    Of what the service wrote only a code is kept: its sentences may quote the key or the player.

    Args:
        status: HTTP status.
        body: Parsed body, of whatever shape.
        retry_after: The header of that name, in seconds; a date is left out.
    """
    code = error_code(body)
    failure = _BY_CODE.get(code.lower()) or _BY_STATUS.get(status) or _by_class(status)
    detail = f"{status} {code}".rstrip()
    return ModelError(failure, detail, was_sent=True, retry_after_s=_seconds(retry_after))


def error_in_stream(body: object) -> ModelError:
    """The error for one that a service reports in the middle of its reply."""
    code = error_code(body)
    failure = _BY_CODE.get(code.lower(), Failure.MODEL_SERVICE_ERROR)
    return ModelError(failure, code, was_sent=True)


def error_code(body: object) -> str:
    """The code in an error's body; empty when there is none that looks like one."""
    error = body.get("error", body) if isinstance(body, Mapping) else None
    if not isinstance(error, Mapping):
        return ""
    return next((slug for key in ("code", "type") if (slug := _slug(error.get(key)))), "")


def _slug(value: Any) -> str:
    return value if isinstance(value, str) and _SLUG.fullmatch(value) else ""


def _by_class(status: int) -> Failure:
    """A redirect is not followed: it would send the paid request, and the key, once more."""
    return Failure.MODEL_SETTING_WRONG if status < 500 else Failure.MODEL_SERVICE_ERROR


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return min(seconds, MOST_RETRY_AFTER_S) if seconds >= 0 else None
