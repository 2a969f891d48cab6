from __future__ import annotations

import pytest

from companion.engine.config.agent import AgentConfig
from companion.engine.execution.interactive import InteractiveExecutor
from companion.engine.execution.policy import REASONING
from companion.engine.execution.result import AgentResult, succeeded
from companion.engine.execution.selection import Selection
from companion.engine.models.prompts import PromptBook, PromptSet
from companion.engine.react.reasoning import REASONING_ACTION, Reason, reasoning
from companion.language.phrase import literal
from companion.support.errors import Failure
from tests.helpers.agent_model import FakeModel, calls, says
from tests.helpers.agent_rig import FakeSelector, Rig, asked, workflow


def shipped_prompts() -> PromptSet:
    book = PromptBook()
    book.reload()
    return book.current


async def answer(rig: Rig) -> AgentResult:
    rig.started(reasoning(shipped_prompts))
    executor = InteractiveExecutor(rig.engine, FakeSelector())
    arguments = {"question": "what do I need for a jetpack?"}
    return await executor.submit(asked("", action=REASONING_ACTION, arguments=arguments))


def offer(rig: Rig, owner: str = "a:x") -> None:
    rig.engine.register_tools([rig.counter.reader().for_reasoning("looks things up")], owner)


@pytest.mark.behaviour("REACT-001", "REACT-005")
async def test_a_question_is_answered_from_what_modules_offer() -> None:
    rig = Rig("a:x", model=FakeModel(calls(("test.read", '{"word":"jetpack"}')), says("Iron.")))
    offer(rig)

    assert await answer(rig) == succeeded(literal("Iron."), spoken=(literal("Iron."),))
    assert rig.counter.reads == ["jetpack"]
    assert REASONING.react_iterations == 3


@pytest.mark.behaviour("REACT-006", "REACT-008")
async def test_only_what_an_enabled_module_offers_is_shown_to_the_model() -> None:
    rig = Rig("a:x", model=FakeModel(calls(("test.other", "{}")), says("Unknown.")))
    offer(rig)
    other = Rig().counter
    rig.engine.register_tools([other.creditor()], "a:x")
    rig.engine.register_module(workflow("test:web"), "a:off")

    await answer(rig)

    assert [one.name for one in rig.model.requests[0].functions] == ["test.read"]


@pytest.mark.behaviour("REACT-006")
async def test_a_tool_of_a_module_that_is_off_is_not_there() -> None:
    rig = Rig(model=FakeModel(says("I cannot look that up.")))
    offer(rig, "a:off")

    await answer(rig)

    assert rig.model.requests[0].functions == ()


@pytest.mark.behaviour("REACT-004")
async def test_an_operator_can_switch_reasoning_off() -> None:
    config = AgentConfig(policies={REASONING_ACTION: {"reactIterations": 0}})
    rig = Rig("a:x", policies=config)
    offer(rig)

    assert (await answer(rig)).code == Failure.REASONING_OFF
    assert rig.model.requests == []


async def test_the_shipped_prompts_say_how_many_rounds_there_are() -> None:
    rig = Rig("a:x", model=FakeModel(says("Yes.")))
    offer(rig)

    await answer(rig)

    prompt = rig.model.requests[0].messages[0].text
    assert "There are 3 rounds at most" in prompt
    assert "{" not in prompt


def test_it_is_chosen_by_a_sure_model_or_by_name_and_never_writes() -> None:
    flow = reasoning(shipped_prompts)

    assert (flow.routing.selection, flow.is_read_only) == (Selection.EXPLICIT_ONLY, True)
    assert flow.input is Reason
