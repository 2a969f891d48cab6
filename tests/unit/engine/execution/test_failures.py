from __future__ import annotations

import asyncio

import pytest

from companion.engine.execution.failures import AgentError, AgentFailure, failure_of
from companion.engine.execution.result import error
from companion.language.phrase import phrase
from companion.support.errors import CompanionError, Failure, StorageError
from companion.support.resources import translation_tables

NO_MANA = AgentFailure("example:no_mana", phrase("example.no_mana", need=3))


@pytest.mark.behaviour("ENG-057")
def test_an_error_carries_its_reason_as_a_value() -> None:
    assert AgentError(NO_MANA).reason is NO_MANA
    assert AgentError(NO_MANA).failure is Failure.MODULE_FAILED


@pytest.mark.behaviour("ENG-059", "ENG-062")
def test_an_extensions_own_reason_reaches_the_player_with_its_values() -> None:
    result = error(failure_of(AgentError(NO_MANA)))

    assert result.code == "example:no_mana"
    assert result.text == phrase("example.no_mana", need=3)


def wrapped(cause: BaseException) -> BaseException:
    try:
        try:
            raise cause
        except BaseException as inner:
            raise ValueError("outer") from inner
    except ValueError as outer:
        return outer


@pytest.mark.behaviour("ENG-060")
@pytest.mark.parametrize(
    ("cause", "code"),
    [
        pytest.param(AgentError(NO_MANA), "example:no_mana", id="extension"),
        pytest.param(StorageError("full", Failure.STORAGE_FULL), "storage_full", id="storage"),
        pytest.param(asyncio.CancelledError(), "cancelled", id="cancelled"),
        pytest.param(KeyError("x"), "module_failed", id="unknown"),
        pytest.param(
            ExceptionGroup("many", [ValueError(), CompanionError(Failure.BUSY)]), "busy", id="group"
        ),
    ],
)
def test_the_reason_is_found_along_the_causes(cause: BaseException, code: str) -> None:
    assert failure_of(cause).code == failure_of(wrapped(cause)).code == code


def test_causes_that_go_in_a_circle_end() -> None:
    first, second = ValueError(), ValueError()
    first.__cause__, second.__cause__ = second, first

    assert failure_of(first).code == Failure.MODULE_FAILED


@pytest.mark.behaviour("ENG-061")
def test_a_stored_code_becomes_a_reason_again_and_an_unknown_one_module_failed() -> None:
    assert AgentFailure.from_code("payment_unknown") == AgentFailure.of(Failure.PAYMENT_UNKNOWN)
    assert AgentFailure.from_code("gone_with_v1") == AgentFailure.of(Failure.MODULE_FAILED)


@pytest.mark.behaviour("ENG-058", "ENG-063", "ENG-064")
def test_every_reason_of_a_task_has_a_sentence_of_its_own() -> None:
    reasons = [
        "busy",
        "cancelled",
        "invalid_input",
        "storage_unavailable",
        "storage_full",
        "module_failed",
        "effect_unknown",
        "payment_unknown",
        "input_changed",
        "not_bound",
        "not_permitted",
        "tool_unavailable",
        "budget_exhausted",
        "input_too_large",
        "reasoning_off",
        "deadline_exceeded",
        "model_quota",
        "model_silent",
        "model_garbled",
    ]
    for table in translation_tables().values():
        sentences = {table[AgentFailure.from_code(reason).text.key] for reason in reasons}
        assert len(sentences) == len(reasons)
