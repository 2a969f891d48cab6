"""The first start knows where it stands."""

from __future__ import annotations

import pytest

from companion.client.first_start.steps import (
    DONE,
    STEPS,
    Step,
    following,
    is_due,
    preceding,
    standing,
)


@pytest.mark.parametrize(
    ("remembered", "is_new", "due"),
    [
        pytest.param("", True, True, id="never used"),
        pytest.param("", False, False, id="settings of before the first start"),
        pytest.param("key", False, True, id="left in the middle"),
        pytest.param(DONE, False, False, id="seen through"),
        pytest.param("no such step", False, False, id="a step of another version"),
    ],
)
def test_it_opens_by_itself_until_it_is_seen_through(
    remembered: str, is_new: bool, due: bool
) -> None:
    assert is_due(remembered, is_new=is_new) is due


@pytest.mark.parametrize(
    ("remembered", "step"),
    [("", Step.LANGUAGE), ("speech", Step.SPEECH), (DONE, Step.LANGUAGE), ("?", Step.LANGUAGE)],
    ids=["anew", "in the middle", "again", "unknown"],
)
def test_it_goes_on_where_it_was_left(remembered: str, step: Step) -> None:
    assert standing(remembered) is step


def test_the_steps_follow_one_another_and_lead_back() -> None:
    walked = [Step.LANGUAGE]
    while (step := following(walked[-1])) is not None:
        walked.append(step)
    assert tuple(walked) == STEPS
    assert [preceding(step) for step in STEPS] == [None, *STEPS[:-1]]
