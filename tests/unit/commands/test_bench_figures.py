"""A bench prints one object of one shape, and says what it did not measure."""

from __future__ import annotations

import json

import pytest

from companion.__main__ import COMMANDS
from companion.commands.bench.figure import Figure, report


@pytest.mark.parametrize(
    ("value", "goal", "better", "met"),
    [
        (1.0, 2.0, "lower", True),
        (3.0, 2.0, "lower", False),
        (3.0, 2.0, "higher", True),
        (1.0, 2.0, "higher", False),
        (1.0, None, "lower", None),
        (None, 2.0, "lower", None),
    ],
)
def test_a_figure_meets_its_goal_or_has_none(value, goal, better, met):
    assert Figure("x", value, "ms", goal, better).met is met


def test_the_object_has_the_agreed_keys():
    printed = json.loads(json.dumps(report("turn", (Figure("x", None, "ms", note="why"),))))
    assert set(printed) == {"bench", "machine", "figures"}
    assert set(printed["figures"][0]) >= {"name", "value", "unit", "goal", "better", "met"}


def test_every_command_has_its_module(monkeypatch):
    import importlib.util

    assert all(importlib.util.find_spec(f"companion.commands.{name}") for name in COMMANDS)
