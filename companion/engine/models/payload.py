"""The JSON body of a request in the Chat Completions format. Pure.

No provider's structured output is switched on (MOD-058): what a model answers is judged here, by
the types that asked for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from companion.engine.config.model import ModelConfig
from companion.engine.models.model import Function, Message, ModelRequest, Role
from companion.engine.models.parameters import own_parameters, thawed
from companion.engine.models.provider import Provider, provider_of
from companion.engine.models.wire_names import WireNames

Json = dict[str, Any]


def body_of(
    config: ModelConfig, request: ModelRequest, names: WireNames, *, is_stream: bool
) -> Json:
    """Write a request.

    Args:
        config: The service as it is set now.
        request: What is asked.
        names: Of the request's functions.
        is_stream: Whether the reply comes piece by piece; its usage is asked for then.
    """
    provider = provider_of(config.provider)
    body: Json = {
        "model": config.model,
        "messages": list(_messages(request, names, provider)),
        provider.output_field: request.output_tokens,
    }
    body |= {"temperature": config.temperature} if provider.takes_temperature else {}
    if request.functions:
        body["tools"] = [_function(function, names) for function in request.functions]
        body["tool_choice"] = request.choice.value
    body |= {"stream": True, "stream_options": {"include_usage": True}} if is_stream else {}
    return body | dict(provider.thinking(config.thinking)) | own_parameters(config)


def _messages(request: ModelRequest, names: WireNames, provider: Provider) -> Iterator[Json]:
    """One system message in front (some templates take no second one), then the conversation."""
    system = [m.text for m in request.messages if m.role is Role.SYSTEM]
    context = {"requestContext": {"playerLanguage": request.language}}
    yield {"role": "system", "content": _clean("\n\n".join([*system, json.dumps(context)]))}
    for message in request.messages:
        if message.role is not Role.SYSTEM:
            yield _message(message, names, provider)


def _message(message: Message, names: WireNames, provider: Provider) -> Json:
    written: Json = {"role": message.role.value, "content": _clean(message.text)}
    if message.role is Role.TOOL:
        written["tool_call_id"] = _clean(message.call)
    if message.calls:
        written["tool_calls"] = [
            {
                "id": _clean(call.id),
                "type": "function",
                "function": {
                    "name": names.to_wire(call.name),
                    "arguments": _object_or_empty(call.arguments),
                },
            }
            for call in message.calls
        ]
        if provider.wants_thought and message.thought:
            written["reasoning_content"] = _clean(message.thought)
    return written


def _function(function: Function, names: WireNames) -> Json:
    return {
        "type": "function",
        "function": {
            "name": names.to_wire(function.name),
            "description": function.description,
            "parameters": thawed(function.parameters),
        },
    }


def _object_or_empty(arguments: str) -> str:
    """Services refuse a conversation in which an earlier call's arguments are no object."""
    try:
        is_object = isinstance(json.loads(arguments), dict)
    except (ValueError, RecursionError):
        is_object = False
    return _clean(arguments) if is_object else "{}"


def _clean(text: str) -> str:
    """Text that UTF-8 can hold: half a surrogate pair becomes a question mark."""
    return text.encode(errors="replace").decode()
