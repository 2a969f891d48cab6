from __future__ import annotations

import msgspec
import pytest

from companion.engine.execution.policy import (
    ADVANCEMENT,
    DEFAULTS,
    FAST,
    QUESTION,
    REASONING,
    ROUTING,
    ExecutionPolicy,
    check_default,
    merged,
)

ALL_TEN = {
    "modelCalls": 0,
    "toolCalls": 1,
    "steps": 2,
    "writeSteps": 0,
    "inputBytes": 3,
    "outputTokens": 4,
    "totalTokens": 5,
    "ttlMillis": 6,
    "modelTimeoutMillis": 6,
    "reactIterations": 0,
}


@pytest.mark.behaviour("ENG-032")
def test_an_override_of_all_ten_fields_replaces_the_policy() -> None:
    policy, faults = merged(FAST, ALL_TEN)

    assert msgspec.to_builtins(policy) == ALL_TEN
    assert faults == ()


def test_a_partial_override_keeps_the_modules_own_fields() -> None:
    policy, _ = merged(QUESTION, {"toolCalls": 1})

    assert policy == msgspec.structs.replace(QUESTION, tool_calls=1)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("modelCalls", -1, id="negative"),
        pytest.param("steps", 0, id="zero steps"),
        pytest.param("inputBytes", 0, id="zero bytes"),
        pytest.param("outputTokens", 0, id="zero output"),
        pytest.param("totalTokens", 0, id="zero tokens"),
        pytest.param("ttlMillis", 0, id="zero time"),
        pytest.param("toolCalls", 1.0, id="float"),
        pytest.param("writeSteps", "2", id="text"),
        pytest.param("reactIterations", None, id="null"),
        pytest.param("modelCalls", True, id="boolean"),
        pytest.param("surprise", 1, id="unknown"),
    ],
)
def test_a_bad_field_keeps_its_default_and_drops_no_other(name: str, value: object) -> None:
    policy, faults = merged(FAST, {name: value, "totalTokens": 99} | {name: value})

    assert len(faults) == 1
    assert name in faults[0]
    kept = FAST.total_tokens if name == "totalTokens" else 99
    assert policy == msgspec.structs.replace(FAST, total_tokens=kept)


@pytest.mark.behaviour("ENG-044")
def test_a_call_may_not_take_longer_than_its_task() -> None:
    policy, faults = merged(FAST, {"modelTimeoutMillis": 20_000})

    assert policy.model_timeout_millis == FAST.model_timeout_millis
    assert faults == ("modelTimeoutMillis is above ttlMillis",)


def test_a_shorter_task_shortens_its_calls_without_a_complaint() -> None:
    policy, faults = merged(FAST, {"ttlMillis": 1_000})

    assert (policy.model_timeout_millis, faults) == (1_000, ())


@pytest.mark.behaviour("ENG-046")
def test_no_ceiling_is_put_on_what_an_operator_writes() -> None:
    policy, faults = merged(FAST, {"totalTokens": 10**15, "modelCalls": 10**9})

    assert (policy.total_tokens, policy.model_calls, faults) == (10**15, 10**9, ())


@pytest.mark.behaviour("ENG-045", "REACT-004")
def test_a_reasoning_loop_has_three_rounds_unless_it_says_otherwise() -> None:
    assert ExecutionPolicy().react_iterations == 3
    assert merged(FAST, {"reactIterations": "many"})[0].react_iterations == 3
    assert merged(FAST, {"reactIterations": 0})[0].react_iterations == 0


@pytest.mark.behaviour("ENG-048", "ENG-051")
def test_the_shipped_numbers_stay_what_they_are() -> None:
    numbers = {name: msgspec.structs.astuple(policy) for name, policy in DEFAULTS.items()}

    assert numbers == {
        "fast": (2, 4, 8, 2, 32_768, 800, 67_136, 14_500, 8_000, 3),
        "read_only": (2, 4, 8, 0, 32_768, 800, 67_136, 14_500, 8_000, 3),
        "routing": (1, 0, 1, 0, 32_768, 512, 33_280, 8_000, 8_000, 0),
        "reasoning": (4, 6, 12, 0, 32_768, 800, 134_272, 60_000, 20_000, 3),
        "question": (6, 9, 20, 0, 32_768, 800, 201_408, 90_000, 20_000, 6),
        "advancement": (2, 4, 8, 2, 32_768, 800, 67_136, 300_000, 20_000, 3),
    }


@pytest.mark.behaviour("ENG-049", "REACT-005")
def test_advancements_have_five_minutes_and_reasoning_three_rounds() -> None:
    assert ADVANCEMENT.ttl_s == 300
    assert REASONING.react_iterations == 3


@pytest.mark.parametrize("policy", DEFAULTS.values(), ids=DEFAULTS.keys())
def test_every_shipped_policy_is_sound(policy: ExecutionPolicy) -> None:
    check_default("shipped", policy)

    assert merged(ROUTING, msgspec.to_builtins(policy)) == (policy, ())


def test_an_unsound_policy_of_a_module_is_refused() -> None:
    policy = msgspec.structs.replace(FAST, steps=0, model_timeout_millis=99_999)

    with pytest.raises(ValueError, match=r"steps is below 1; modelTimeoutMillis is above"):
        check_default("test:act", policy)
