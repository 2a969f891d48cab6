"""Bodies and events in the Chat Completions format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.model_server.scenario import Scenario

Json = dict[str, Any]


def whole(scenario: Scenario, model: str) -> Json:
    """A reply in one piece."""
    message: Json = {"role": "assistant", "content": scenario.text or None}
    if scenario.thought:
        message["reasoning_content"] = scenario.thought
    if scenario.calls:
        message["tool_calls"] = [_call(n, call) for n, call in enumerate(scenario.calls)]
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": scenario.ended}
    body = {"id": "c-1", "object": "chat.completion", "created": 1, "model": model}
    usage = {"usage": scenario.usage} if scenario.usage is not None else {}
    return body | {"choices": [choice]} | usage


def chunks(scenario: Scenario, model: str, *, with_usage: bool) -> Iterator[Json]:
    """A reply in pieces: role, thoughts, words, calls in halves, end, usage."""
    yield _chunk(model, {"role": "assistant", "content": ""})
    for word in re.findall(r"\S+\s*", scenario.thought):
        yield _chunk(model, {"content": None, "reasoning_content": word})
    for word in re.findall(r"\S+\s*", scenario.text):
        yield _chunk(model, {"content": word})
    for number, (name, arguments) in enumerate(scenario.calls):
        begun = _call(number, (name, "")) | {"index": number}
        yield _chunk(model, {"tool_calls": [begun]})
        for half in (arguments[: len(arguments) // 2], arguments[len(arguments) // 2 :]):
            yield _chunk(
                model, {"tool_calls": [{"index": number, "function": {"arguments": half}}]}
            )
    yield _chunk(model, {}, scenario.ended)
    if with_usage and scenario.usage is not None:
        yield _chunk(model, {}) | {"choices": [], "usage": scenario.usage}


def event(value: object) -> bytes:
    """A server-sent event."""
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n".encode()


def _call(number: int, call: tuple[str, str]) -> Json:
    function = {"name": call[0], "arguments": call[1]}
    return {"id": f"call-{number}", "type": "function", "function": function}


def _chunk(model: str, delta: Json, finish: str | None = None) -> Json:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    body = {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": model}
    return body | {"choices": [choice], "usage": None}
