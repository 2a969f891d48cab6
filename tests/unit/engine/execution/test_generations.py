from __future__ import annotations

import pytest

from companion.engine.execution.generations import Generations
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_rig import ALEX, STEVE


def test_work_of_the_present_generation_goes_on() -> None:
    generations = Generations()

    generations.check(generations.now(ALEX))

    assert generations.is_current(generations.now(ALEX))


@pytest.mark.behaviour("ENG-018")
def test_a_cancellation_ends_interactive_work_and_lets_events_go_on() -> None:
    generations = Generations()
    began, other = generations.now(ALEX), generations.now(STEVE)

    generations.cancel(ALEX)

    assert not generations.is_current(began)
    assert generations.is_current(began, event=True)
    assert generations.is_current(other)


def test_a_revoke_ends_everything_of_that_player() -> None:
    generations = Generations()
    began = generations.now(ALEX)

    generations.invalidate(ALEX)

    with pytest.raises(CompanionError) as caught:
        generations.check(began, event=True)
    assert caught.value.failure is Failure.CANCELLED


@pytest.mark.behaviour("ENG-080")
def test_two_worlds_share_nothing() -> None:
    first, second = Generations(), Generations()

    first.invalidate(ALEX)

    assert second.now(ALEX).runtime == 0
