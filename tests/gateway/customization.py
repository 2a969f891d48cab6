"""What DashScope's customization addresses have in common: the key, the answer, the refusal."""

from __future__ import annotations

import json
from typing import Any

from tests.gateway.http_wire import Request, json_response
from tests.gateway.record import Record

DATES = {"gmt_create": "2026-11-30 10:00:00", "gmt_modified": "2026-11-30 10:00:00"}


def opened(request: Request, key: str, model: str, record: Record) -> dict[str, Any] | None:
    """What a request holds; None for another's key, which `refused_key` answers."""
    if request.header("authorization") != f"Bearer {key}":
        return None
    body: dict[str, Any] = json.loads(request.body)
    if body["model"] != model:
        record.violate(f"model {body['model']}")
    return body


def answer(output: dict[str, Any]) -> bytes:
    """What was asked for."""
    return json_response(200, {"output": output, "usage": {"count": 1}, "request_id": "r"})


def refused(status: int, code: str, message: str = "") -> bytes:
    """Why it is not done."""
    return json_response(status, {"code": code, "message": message, "request_id": "r"})


def refused_key() -> bytes:
    """The key is another's."""
    return refused(401, "InvalidApiKey")
