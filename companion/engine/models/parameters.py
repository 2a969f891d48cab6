"""`parameters` of the model's configuration: which of them go into a request. Pure.

A field that every service knows stands by itself; one of a provider's own stands under the
provider's id, so that it goes to that provider and to no other (ENG-072)::

    {"top_p": 0.9, "deepseek": {"reasoning_effort": "low"}}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.config.model import ModelConfig

COMMON = frozenset({
    "top_p", "frequency_penalty", "presence_penalty", "seed", "stop", "logit_bias", "user",
})  # fmt: skip
"""Fields of the format itself."""

OURS = frozenset({
    "model", "messages", "tools", "tool_choice", "functions", "function_call", "stream",
    "stream_options", "max_tokens", "max_completion_tokens", "n", "response_format", "store",
})  # fmt: skip
"""Fields that are decided by the request."""


def own_parameters(config: ModelConfig) -> dict[str, Any]:
    """Fields for a request to the provider in use.

    Those of other providers stay in the file for the day they are used again.
    """
    own = config.parameters.get(config.provider)
    common = {name: value for name, value in config.parameters.items() if name in COMMON}
    chosen = common | (dict(own) if isinstance(own, Mapping) else {})
    return {name: thawed(value) for name, value in chosen.items() if name not in OURS}


def parameter_faults(config: ModelConfig) -> tuple[str, ...]:
    """What is not sent to anybody, one line each, for the operator."""
    return tuple(_faults(config))


def _faults(config: ModelConfig) -> Iterator[str]:
    for name, value in config.parameters.items():
        if name in COMMON:
            continue
        if not isinstance(value, Mapping):
            yield f"parameters.{name}: goes under the id of the provider that knows it"
            continue
        for own in sorted(OURS & value.keys()):
            yield f"parameters.{name}.{own}: is decided by each request"


def thawed(value: Any) -> Any:
    """A frozen value as JSON is written from it."""
    match value:
        case Mapping():
            return {str(key): thawed(item) for key, item in value.items()}
        case list() | tuple():
            return [thawed(item) for item in value]
        case _:
            return value
