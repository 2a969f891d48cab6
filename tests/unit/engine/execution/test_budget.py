from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.execution.budget import Budget, Spent
from companion.engine.execution.policy import FAST, ExecutionPolicy
from companion.support.errors import CompanionError, Failure


def purse(**changed: int) -> Budget:
    return Budget(msgspec.structs.replace(FAST, **changed), 100.0)


def failure_of_call(call: object) -> Failure:
    with pytest.raises(CompanionError) as caught:
        call()  # type: ignore[operator]
    return caught.value.failure


@pytest.mark.behaviour("ENG-036")
def test_model_attempts_are_counted() -> None:
    budget = purse(model_calls=1)
    budget.take_model(10)

    assert failure_of_call(lambda: budget.take_model(10)) is Failure.BUDGET_EXHAUSTED
    assert budget.spent.model_calls == 1


@pytest.mark.behaviour("ENG-037")
def test_tool_attempts_are_counted() -> None:
    budget = purse(tool_calls=1)
    budget.take_tool(writes=False)

    assert failure_of_call(lambda: budget.take_tool(writes=False)) is Failure.BUDGET_EXHAUSTED


@pytest.mark.behaviour("ENG-038")
def test_steps_are_model_and_tool_attempts_together() -> None:
    budget = purse(steps=2)
    budget.take_model(1)
    budget.take_tool(writes=False)

    assert failure_of_call(lambda: budget.take_model(1)) is Failure.BUDGET_EXHAUSTED
    assert failure_of_call(lambda: budget.take_tool(writes=False)) is Failure.BUDGET_EXHAUSTED


@pytest.mark.behaviour("ENG-039")
def test_writing_attempts_are_counted_apart() -> None:
    budget = purse(write_steps=1)
    budget.take_tool(writes=True)

    assert failure_of_call(lambda: budget.take_tool(writes=True)) is Failure.BUDGET_EXHAUSTED
    budget.take_tool(writes=False)
    assert budget.spent == Spent(tool_calls=2, steps=2, write_steps=1)


@pytest.mark.behaviour("ENG-040")
def test_input_is_bounded_in_bytes() -> None:
    budget = purse(input_bytes=6)

    budget.take_model(len("任务".encode()))
    assert failure_of_call(lambda: budget.take_model(7)) is Failure.INPUT_TOO_LARGE


@pytest.mark.behaviour("ENG-041")
def test_a_call_gets_no_more_output_than_the_policy_allows() -> None:
    budget = purse(output_tokens=50)

    assert budget.take_model(1, 999).output_tokens == 50
    assert budget.take_model(1, 20).output_tokens == 20


@pytest.mark.behaviour("ENG-042")
def test_bytes_and_output_are_reserved_and_then_corrected() -> None:
    budget = purse(total_tokens=100, output_tokens=40)
    reservation = budget.take_model(60)

    assert reservation.tokens == budget.spent.tokens == 100
    budget.correct(reservation, 25)
    assert budget.spent.tokens == 25
    assert failure_of_call(lambda: budget.take_model(60)) is Failure.BUDGET_EXHAUSTED


@pytest.mark.behaviour("ENG-043")
def test_the_deadline_counts_from_acceptance() -> None:
    budget = purse(ttl_millis=10_000, model_timeout_millis=8_000)

    assert budget.call_timeout_s(101.0) == 8.0
    assert budget.call_timeout_s(105.0) == 5.0
    budget.check_deadline(109.9)
    assert failure_of_call(lambda: budget.check_deadline(110.0)) is Failure.DEADLINE_EXCEEDED


@pytest.mark.behaviour("ENG-034", "ENG-035")
def test_what_routing_spent_is_gone_for_the_chosen_module() -> None:
    spent = Spent(model_calls=1, steps=1, tokens=500)

    budget = Budget.carry_over(FAST, 100.0, spent)

    assert budget.spent == spent
    budget.take_model(1)
    assert failure_of_call(lambda: budget.take_model(1)) is Failure.BUDGET_EXHAUSTED
    assert budget.deadline == 114.5


@given(
    st.lists(st.one_of(st.integers(0, 200).map(lambda n: ("model", n)), st.just(("tool", 0)))),
    st.integers(0, 5),
    st.integers(1, 8),
)
def test_no_sequence_of_calls_gets_past_its_bounds(
    wanted: list[tuple[str, int]], calls: int, steps: int
) -> None:
    policy = ExecutionPolicy(
        model_calls=calls, steps=steps, total_tokens=400, output_tokens=10, input_bytes=150
    )
    budget = Budget(policy, 0.0)
    for kind, size in wanted:
        before = budget.spent
        try:
            budget.take_model(size) if kind == "model" else budget.take_tool(writes=True)
        except CompanionError:
            assert budget.spent == before
    assert budget.spent.model_calls <= calls
    assert budget.spent.steps <= steps
    assert budget.spent.tokens <= 400
    assert budget.spent.write_steps <= policy.write_steps
