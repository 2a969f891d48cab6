"""What real services refuse in a request, and what ours must not send."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
FIELDS = {
    "model", "messages", "max_tokens", "max_completion_tokens", "temperature", "tools",
    "tool_choice", "stream", "stream_options", "thinking", "reasoning_effort", "enable_thinking",
    "chat_template_kwargs", "top_p",
}  # fmt: skip


def faults_of(body: Any) -> Iterator[str]:
    """Everything that is wrong with a body."""
    if not isinstance(body, dict):
        yield "no object"
        return
    if unknown := set(body) - FIELDS:
        yield f"unknown fields {sorted(unknown)}"
    if not isinstance(body.get("model"), str):
        yield "no model"
    if "stream_options" in body and body.get("stream") is not True:
        yield "stream_options should be set along with stream = true"
    bound = body.get("max_tokens", body.get("max_completion_tokens"))
    if not isinstance(bound, int) or bound < 1:
        yield "no bound of the output"
    yield from _faults_of_messages(body.get("messages") or [])
    yield from _faults_of_tools(body.get("tools", []))


def _faults_of_messages(messages: list[dict[str, Any]]) -> Iterator[str]:
    if not messages:
        yield "no messages"
    waiting: set[str] = set()
    for place, message in enumerate(messages):
        role = message.get("role")
        if role == "system" and place:
            yield "a system message in the middle"
        if role not in ("system", "user", "assistant", "tool"):
            yield f"role {role}"
        if not isinstance(message.get("content"), str):
            yield "content that is no string"
        if role == "tool" and message.get("tool_call_id") not in waiting:
            yield "a tool message that answers no call"
        for call in message.get("tool_calls", []):
            waiting.add(call["id"])
            if not isinstance(json.loads(call["function"]["arguments"]), dict):
                yield "arguments that are no object"


def _faults_of_tools(tools: list[dict[str, Any]]) -> Iterator[str]:
    names = [tool["function"]["name"] for tool in tools]
    if len(set(names)) < len(names):
        yield "a function twice"
    for tool in tools:
        if tool["type"] != "function" or not NAME.fullmatch(tool["function"]["name"]):
            yield f"function {tool['function']['name']!r}"
        if tool["function"]["parameters"].get("type") != "object":
            yield "parameters that are no object"
