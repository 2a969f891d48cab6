"""Usage as services report it."""

from __future__ import annotations

import pytest

from companion.engine.models.model import ModelUsage
from companion.engine.models.usage_report import read_usage

COUNTS = {"prompt_tokens": 34, "completion_tokens": 12}


@pytest.mark.behaviour("USAGE-008", "USAGE-020")
@pytest.mark.parametrize(
    ("reported", "usage"),
    [
        (COUNTS, ModelUsage(34, 0, 12)),
        (COUNTS | {"prompt_tokens_details": {"cached_tokens": 4}}, ModelUsage(34, 4, 12)),
        (COUNTS | {"prompt_cache_hit_tokens": 30}, ModelUsage(34, 30, 12)),
        (COUNTS | {"completion_tokens_details": {"reasoning_tokens": 9}}, ModelUsage(34, 0, 12, 9)),
        (COUNTS | {"prompt_tokens_details": None}, ModelUsage(34, 0, 12)),
        (COUNTS | {"prompt_cache_hit_tokens": 99}, ModelUsage(34, 34, 12)),
        ({"completion_tokens": 12}, ModelUsage(0, 0, 12)),
    ],
    ids=["plain", "OpenAI's cache", "DeepSeek's cache", "thinking", "null", "too much", "half"],
)
def test_tokens_are_taken_as_reported(reported: dict[str, object], usage: ModelUsage) -> None:
    assert read_usage(reported) == usage


@pytest.mark.parametrize(
    "reported",
    [None, 5, [], {}, {"prompt_tokens": "34"}, {"prompt_tokens": -1}, {"prompt_tokens": True},
     {"prompt_tokens": 1e3}, {"completion_tokens": 1 << 50}, {"total_tokens": 5}],
)  # fmt: skip
def test_nonsense_counts_as_nothing_reported(reported: object) -> None:
    assert read_usage(reported) is None
