"""The usage that a service reports with its reply, in the two spellings there are. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.models.model import ModelUsage

MOST_TOKENS = 1 << 40
"""A larger number is nonsense and counts as nothing reported."""


def read_usage(value: object) -> ModelUsage | None:
    """Read a `usage` object; None when it says nothing that can be used.

    The cached part of the input is told as `prompt_tokens_details.cached_tokens` (OpenAI) or
    `prompt_cache_hit_tokens` (DeepSeek). A part is never larger than what it is a part of.
    """
    if not isinstance(value, Mapping):
        return None
    entered, left = _tokens(value, "prompt_tokens"), _tokens(value, "completion_tokens")
    if entered is None and left is None:
        return None
    entered, left = entered or 0, left or 0
    cached = _part(value, "prompt_tokens_details", "cached_tokens")
    cached = cached or _tokens(value, "prompt_cache_hit_tokens") or 0
    thought = _part(value, "completion_tokens_details", "reasoning_tokens") or 0
    return ModelUsage(entered, min(cached, entered), left, min(thought, left))


def _part(value: Mapping[object, object], group: str, name: str) -> int | None:
    inner = value.get(group)
    return _tokens(inner, name) if isinstance(inner, Mapping) else None


def _tokens(value: Mapping[object, object], name: str) -> int | None:
    count = value.get(name)
    if not isinstance(count, int) or isinstance(count, bool):
        return None
    return count if 0 <= count <= MOST_TOKENS else None
