from __future__ import annotations

from typing import Any

import pytest

from companion.engine.modules.conditions import MOST_NESTED, Condition, ConditionTypes, Facts

BOUND = Facts("a:main", frozenset({"a:one"}), 2, frozenset({"give"}))


def holds(data: Any, facts: Facts = BOUND) -> bool:
    return ConditionTypes().read(data).holds(facts)


@pytest.mark.behaviour("MOD-009", "MOD-072")
@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (None, True),
        ({"type": "system:always"}, True),
        ({"type": "system:not", "condition": {"type": "system:always"}}, False),
        ({"type": "system:all_of", "conditions": []}, True),
        ({"type": "system:any_of", "conditions": []}, False),
        ({"type": "system:any_of", "conditions": [{"type": "system:always"}]}, True),
        ({"type": "system:has_system"}, True),
        ({"type": "system:has_system", "system": "a:main"}, True),
        ({"type": "system:has_system", "system": "a:other"}, False),
        ({"type": "system:has_module", "module": "a:one"}, True),
        ({"type": "system:has_module", "module": "a:two"}, False),
        ({"type": "system:operator"}, True),
        ({"type": "system:operator", "level": 3}, False),
        ({"type": "system:link_can", "capability": "give"}, True),
        ({"type": "system:link_can", "capability": "take"}, False),
    ],
)
def test_conditions_hold_or_do_not(condition: Any, expected: bool) -> None:
    assert holds(condition) is expected


@pytest.mark.behaviour("BIND-017", "MOD-009")
def test_without_a_system_none_is_had() -> None:
    assert not holds({"type": "system:has_system"}, Facts())


def nested(depth: int) -> Any:
    condition: Any = {"type": "system:always"}
    for _ in range(depth):
        condition = {"type": "system:all_of", "conditions": [condition]}
    return condition


@pytest.mark.parametrize(
    "condition",
    [
        {},
        {"type": "system:gone"},
        {"type": 7},
        {"type": ["x"]},
        {"type": "system:has_module"},
        {"type": "system:always", "more": 1},
        {"type": "system:operator", "level": 9},
        {"type": "system:not", "condition": 7},
        "system:always",
        nested(MOST_NESTED + 1),
    ],
    ids=[
        "empty",
        "unknown",
        "no name",
        "list",
        "missing",
        "more",
        "range",
        "inner",
        "text",
        "deep",
    ],
)
def test_what_is_no_condition_is_refused(condition: Any) -> None:
    with pytest.raises(ValueError, match=r".+"):
        holds(condition)


class FullMoon(Condition, frozen=True):
    bright: bool = True

    def holds(self, facts: Facts) -> bool:
        return self.bright


@pytest.mark.behaviour("MOD-072")
def test_an_extension_adds_a_condition_type_of_its_own() -> None:
    types = ConditionTypes()
    types.add("example:full_moon", FullMoon)
    inner = {"type": "example:full_moon", "bright": False}

    assert types.read({"type": "system:not", "condition": inner}).holds(Facts())
    with pytest.raises(ValueError, match="is taken"):
        types.add("system:always", FullMoon)
    assert ConditionTypes()._types.get("example:full_moon") is None
