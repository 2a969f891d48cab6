"""Which refusal is which."""

from __future__ import annotations

import pytest

from companion.engine.models.failure import refusal
from companion.support.errors import Failure


@pytest.mark.parametrize(
    ("status", "failure"),
    [
        (307, Failure.MODEL_SETTING_WRONG),
        (400, Failure.MODEL_REQUEST_REFUSED),
        (401, Failure.MODEL_KEY_WRONG),
        (402, Failure.MODEL_UNPAID),
        (403, Failure.MODEL_NO_PERMISSION),
        (404, Failure.MODEL_SETTING_WRONG),
        (418, Failure.MODEL_SETTING_WRONG),
        (422, Failure.MODEL_REQUEST_REFUSED),
        (429, Failure.MODEL_BUSY),
        (500, Failure.MODEL_SERVICE_ERROR),
        (502, Failure.MODEL_SERVICE_ERROR),
        (503, Failure.MODEL_BUSY),
        (504, Failure.MODEL_SILENT),
    ],
)
def test_a_status_has_its_reason(status: int, failure: Failure) -> None:
    assert refusal(status, None, "").failure is failure


@pytest.mark.parametrize(
    ("status", "code", "failure"),
    [
        (429, "insufficient_quota", Failure.MODEL_UNPAID),
        (400, "content_filter", Failure.MODEL_TEXT_REFUSED),
        (400, "data_inspection_failed", Failure.MODEL_TEXT_REFUSED),
        (400, "model_not_found", Failure.MODEL_SETTING_WRONG),
        (400, "invalid_api_key", Failure.MODEL_KEY_WRONG),
    ],
)
def test_a_code_says_more_than_its_status(status: int, code: str, failure: Failure) -> None:
    assert refusal(status, {"error": {"code": code}}, "").failure is failure
    assert refusal(status, {"code": None, "type": code}, "").failure is failure


@pytest.mark.parametrize(
    "body",
    ["key sk-canary", {"error": {"code": "key sk-canary-1 is wrong"}}, {"message": "sk-canary"}],
)
def test_of_what_a_service_writes_only_a_code_is_kept(body: object) -> None:
    assert refusal(500, body, "").detail == "500"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("0.5", 0.5), ("", None), ("-1", None), ("nan", None), ("1e9", 3600.0),
     ("Wed, 21 Oct 2026 07:28:00 GMT", None)],
)  # fmt: skip
def test_how_long_to_wait_is_told_in_seconds(header: str, seconds: float | None) -> None:
    assert refusal(429, None, header).retry_after_s == seconds
