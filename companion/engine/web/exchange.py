"""One request to a search service: sent once, bounded, its errors made ours.

Importing this module takes a third of a second: `access.py` does it on a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2
import msgspec

from companion.engine.execution.failures import AgentError, AgentFailure
from companion.engine.web.result import WebError
from companion.support.errors import Failure
from companion.support.trust import trust

MOST_BYTES = 2 * 1024 * 1024
_KEY_REFUSED, _USED_UP = frozenset({401, 403}), frozenset({402, 429})


@dataclass(frozen=True, slots=True)
class Question:
    """A request.

    Attributes:
        parameters: In the address.
        body: As JSON, by POST; None asks by GET.
    """

    address: str
    headers: Mapping[str, str]
    parameters: Mapping[str, str] | None = None
    body: Mapping[str, object] | None = None


async def asked(question: Question, sent: Callable[[], None]) -> Any:
    """Send a request and read the JSON that comes back.

    Raises:
        WebError: SEARCH_UNREACHABLE, SEARCH_KEY_WRONG, SEARCH_QUOTA or SEARCH_GARBLED.
        AgentError: The service's own code.
    """
    content = None if question.body is None else msgspec.json.encode(question.body)
    headers = {"accept": "application/json", "accept-encoding": "identity", **question.headers}
    if content is not None:
        headers["content-type"] = "application/json"
    try:
        async with httpx2.AsyncClient(verify=trust(), timeout=None, follow_redirects=False) as http:
            request = http.build_request(
                "GET" if content is None else "POST",
                question.address,
                headers=headers,
                params=question.parameters,
                content=content,
            )
            sent()
            reply = await http.send(request, stream=True)
            try:
                return _judged(reply.status_code, await _body(reply))
            finally:
                await reply.aclose()
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise WebError(Failure.SEARCH_UNREACHABLE, type(error).__name__) from None


async def _body(reply: httpx2.Response) -> bytes:
    if reply.headers.get("content-encoding", "identity") != "identity":
        raise WebError(Failure.SEARCH_GARBLED, "a compressed reply")
    body = bytearray()
    async for piece in reply.aiter_raw():
        body += piece
        if len(body) > MOST_BYTES:
            raise WebError(Failure.SEARCH_GARBLED, "an endless reply")
    return bytes(body)


def _judged(status: int, body: bytes) -> Any:
    """The reply, or why there is none; a service's words are never shown."""
    try:
        value = msgspec.json.decode(body) if body else None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        value = None
    if status in _KEY_REFUSED:
        raise WebError(Failure.SEARCH_KEY_WRONG, str(status))
    if status in _USED_UP:
        raise WebError(Failure.SEARCH_QUOTA, str(status))
    if status == 200 and value is not None:
        return value
    if code := _code(value):
        raise AgentError(AgentFailure.from_code(code))
    if status == 200:
        raise WebError(Failure.SEARCH_GARBLED, "no JSON")
    raise WebError(Failure.SEARCH_UNREACHABLE, f"status {status}")


def _code(value: Any) -> str:
    """The code of a service's error (WEB-012)."""
    error = value.get("error") if isinstance(value, dict) else None
    code = error.get("code") if isinstance(error, dict) else None
    return code[:64] if isinstance(code, str) else ""
