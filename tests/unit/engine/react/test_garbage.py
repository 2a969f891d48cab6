"""Whatever a model says, a loop ends, within its bounds, and nothing is written."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.execution.policy import REASONING
from companion.engine.models.model import Finish, FunctionCall, ModelReply
from companion.engine.react.loop import Finding, Prompts, ReActLoop, ReActTool
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_model import FakeModel
from tests.helpers.agent_rig import CREDIT, READ, Rig, workflow

NAMES = st.sampled_from(["test.read", "test.credit", "answer", "", "system:shop_purchase"])
ARGUMENTS = st.text() | st.sampled_from(
    ['{"word":"iron"}', '{"count":64}', '{"word":"x","count":1}', "null", "[]", "{", '{"a":' * 999]
)
CALLS = st.lists(st.builds(FunctionCall, st.text(max_size=9), NAMES, ARGUMENTS), max_size=9)
REPLIES = st.builds(
    ModelReply, st.text(max_size=40), CALLS.map(tuple), st.sampled_from(list(Finish))
)


async def ask(replies: list[ModelReply]) -> tuple[Rig, Finding | Failure]:
    rig = Rig(model=FakeModel(*replies))
    flow = workflow(tools=(rig.counter.reader(), rig.counter.creditor()))
    context = rig.started(flow).context(flow, policy=REASONING)
    tools = [ReActTool(READ, "looks"), ReActTool(CREDIT, "pays")]
    try:
        return rig, await ReActLoop(context, tools, Prompts("explore", "answer")).run("?")
    except CompanionError as error:
        return rig, error.failure


@settings(max_examples=300, deadline=None)
@given(st.lists(REPLIES, min_size=1, max_size=5))
def test_no_reply_of_a_model_writes_or_goes_on_for_ever(replies: list[ModelReply]) -> None:
    rig, came = asyncio.run(ask(replies))

    assert rig.counter.credited == 0
    assert len(rig.model.requests) <= REASONING.react_iterations
    assert len(rig.counter.reads) <= REASONING.tool_calls
    assert came == Failure.MODEL_GARBLED or (isinstance(came, Finding) and came.text)
