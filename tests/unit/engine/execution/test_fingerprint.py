from __future__ import annotations

import pytest

from companion.engine.execution.fingerprint import fingerprint, read_fingerprint
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_rig import Amount, Look, asked

MARK = fingerprint("test.read", Look("a"))


@pytest.mark.behaviour("ENG-019")
def test_the_same_input_has_the_same_fingerprint_however_it_is_ordered() -> None:
    assert fingerprint("test.read", {"word": "a"}) == MARK
    assert fingerprint("x", {"a": 1, "b": 2}) == fingerprint("x", {"b": 2, "a": 1})


@pytest.mark.parametrize(
    "other",
    [
        fingerprint("test.write", Look("a")),
        fingerprint("test.read", Look("b")),
        fingerprint("test.read", Amount(1)),
        fingerprint("test.read", {"word": ["a"]}),
    ],
    ids=["kind", "value", "type", "shape"],
)
def test_another_input_has_another_fingerprint(other: str) -> None:
    assert other != MARK


def test_numbers_text_and_truth_are_told_apart() -> None:
    assert len({fingerprint("x", {"a": one}) for one in (1, "1", True)}) == 3


def test_a_request_is_told_by_what_is_asked_and_not_by_its_id() -> None:
    assert asked("hello").fingerprint == asked("hello").fingerprint
    assert asked("hello").fingerprint != asked("hello", mode="local").fingerprint
    assert asked("", action="a:b").fingerprint != asked("a:b").fingerprint


@pytest.mark.behaviour("ENG-020")
@pytest.mark.parametrize(
    "stored",
    ["", MARK[:-1], MARK.upper(), f"{MARK}\n", f" {MARK}", None, 7, MARK.encode()],
    ids=["empty", "short", "upper", "newline", "space", "null", "number", "bytes"],
)
def test_a_damaged_fingerprint_makes_its_entry_unusable(stored: object) -> None:
    with pytest.raises(CompanionError) as caught:
        read_fingerprint(stored)

    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE


def test_a_sound_fingerprint_is_taken_as_it_is() -> None:
    assert read_fingerprint(MARK) == MARK
