from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import msgspec
import pytest

from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.policy import FAST
from companion.engine.execution.workflow import Workflow
from companion.engine.models.failure import ModelError
from companion.engine.models.model import Function, Message, ModelUsage, Role
from companion.engine.storage.receipt import Receipt, StepState
from companion.engine.tools.tool import Tool, ToolRefusedError
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_model import FakeModel, says
from tests.helpers.agent_rig import ALEX, CREDIT, READ, Amount, Look, Rig, begin, settle, workflow


async def failure(call: Awaitable[Any]) -> Failure:
    with pytest.raises(CompanionError) as caught:
        await call
    return caught.value.failure


def both_tools(rig: Rig, **more: Any) -> Workflow[Any]:
    counter = rig.counter
    return workflow(tools=(counter.reader(**more), counter.creditor(**more)))


@pytest.mark.behaviour("TOOL-005", "ENG-066")
async def test_a_workflow_gets_a_typed_result_from_a_tool() -> None:
    rig = Rig()
    flow = both_tools(rig)
    rig.started(flow)

    found = await rig.context(flow).tool(READ, "look", Look("iron"))

    assert found == "about iron"
    assert rig.counter.reads == ["iron"]


@pytest.mark.behaviour("TOOL-006", "TOOL-022")
async def test_a_tool_that_is_not_on_the_list_cannot_be_called_even_when_exported() -> None:
    rig = Rig("a:x")
    rig.engine.register_tools([rig.counter.reader()], "a:x")
    rig.started(workflow())

    assert await failure(rig.context().tool(READ, "s", Look("x"))) is Failure.NOT_PERMITTED
    assert rig.counter.reads == []


@pytest.mark.behaviour("TOOL-007", "TOOL-009")
async def test_an_optional_tool_works_only_while_its_module_is_on() -> None:
    rig = Rig("a:x")
    rig.engine.register_tools([rig.counter.reader()], "a:x")
    flow = workflow(optional=(READ,))
    rig.started(flow)
    context = rig.context(flow)

    assert await context.tool(READ, "one", Look("x")) == "about x"
    rig.rights.modules.clear()
    assert await failure(context.tool(READ, "two", Look("y"))) is Failure.TOOL_UNAVAILABLE
    assert rig.engine.catalog.choose("test:act", lambda _: False) is not None


@pytest.mark.behaviour("TOOL-013", "TOOL-009")
async def test_an_event_cannot_call_a_tool_that_is_not_for_events() -> None:
    rig = Rig()
    flow = both_tools(rig)
    rig.started(flow)

    refused = await failure(rig.context(flow, is_event=True).tool(READ, "s", Look("x")))

    assert (refused, rig.counter.reads) == (Failure.NOT_PERMITTED, [])


async def test_an_event_may_call_a_tool_that_is_for_events() -> None:
    rig = Rig()
    flow = both_tools(rig, for_events=True)
    rig.started(flow)

    assert await rig.context(flow, is_event=True).tool(CREDIT, "s", Amount(2)) == 2


@pytest.mark.behaviour("TOOL-009", "ENG-037")
async def test_a_tool_beyond_the_budget_is_not_called() -> None:
    rig = Rig()
    flow = both_tools(rig)
    context = rig.started(flow).context(flow, policy=msgspec.structs.replace(FAST, write_steps=0))

    assert await failure(context.tool(CREDIT, "s", Amount())) is Failure.BUDGET_EXHAUSTED
    assert rig.counter.credited == 0


@pytest.mark.behaviour("TOOL-004")
async def test_the_owner_of_the_task_decides_whose_handler_is_called() -> None:
    rig = Rig("a:x", "a:y")
    other = type(rig.counter)()
    flows = {"a:x": both_tools(rig), "a:y": workflow(tools=(other.reader(), other.creditor()))}
    for owner, flow in flows.items():
        rig.engine.register_module(flow, owner)
    rig.engine.start()

    await rig.context(flows["a:y"], "a:y").tool(READ, "s", Look("mine"))

    assert (rig.counter.reads, other.reads) == ([], ["mine"])


@pytest.mark.behaviour("TOOL-023")
async def test_who_handles_an_exported_tool_is_decided_when_it_is_called() -> None:
    rig = Rig("a:y")
    other = type(rig.counter)()
    rig.engine.register_tools([rig.counter.reader()], "a:x")
    rig.engine.register_tools([other.reader()], "a:y")
    flow = workflow(required=(READ,))
    context = rig.started(flow).context(flow)

    await context.tool(READ, "one", Look("first"))
    rig.rights.modules = {"a:x", "a:y"}
    await context.tool(READ, "two", Look("second"))

    assert (other.reads, rig.counter.reads) == (["first"], ["second"])


def receipt(rig: Rig, step: str) -> Receipt | None:
    return rig.store.players[ALEX].receipts.get(("task", step))


@pytest.mark.behaviour("TOOL-010", "ENG-025")
async def test_a_write_is_intended_before_it_happens_and_done_after_it() -> None:
    rig = Rig()
    flow = both_tools(rig)
    context = rig.started(flow).context(flow)
    rig.counter.gate = asyncio.Event()
    write = begin(context.tool(CREDIT, "pay", Amount(3)))
    await settle()

    before = receipt(rig, "pay")
    rig.counter.gate.set()
    await write

    assert before is not None
    assert before.state is StepState.RUNNING
    assert receipt(rig, "pay") == Receipt(before.step, StepState.DONE, b"3")


@pytest.mark.behaviour("ENG-021", "ENG-030")
async def test_a_step_that_was_done_is_not_done_again_and_gives_the_same_result() -> None:
    rig = Rig()
    flow = both_tools(rig)
    rig.started(flow)

    results = [await rig.context(flow).tool(CREDIT, "pay", Amount(3)) for _ in range(3)]

    assert results == [3, 3, 3]
    assert rig.counter.credited == 3


@pytest.mark.behaviour("TOOL-011")
async def test_a_step_that_was_done_with_another_input_is_refused() -> None:
    rig = Rig()
    flow = both_tools(rig)
    rig.started(flow)
    await rig.context(flow).tool(CREDIT, "pay", Amount(3))

    again = rig.context(flow).tool(CREDIT, "pay", Amount(4))

    assert await failure(again) is Failure.INPUT_CHANGED
    assert rig.counter.credited == 3


@pytest.mark.behaviour("TOOL-012")
async def test_a_damaged_stored_result_fails_and_nothing_runs_again() -> None:
    rig = Rig()
    flow = both_tools(rig)
    rig.started(flow)
    await rig.context(flow).tool(CREDIT, "pay", Amount(3))
    known = receipt(rig, "pay")
    assert known is not None
    rig.store.players[ALEX].receipts["task", "pay"] = Receipt(known.step, known.state, b'"three"')

    again = rig.context(flow).tool(CREDIT, "pay", Amount(3))

    assert await failure(again) is Failure.STORAGE_UNAVAILABLE
    assert rig.counter.credited == 3


async def interrupted(rig: Rig, flow: Workflow[Any]) -> None:
    """A crash in the midst of a write, as far as the store can tell."""
    rig.counter.gate = asyncio.Event()
    write = begin(rig.context(flow).tool(CREDIT, "pay", Amount(3)))
    await settle()
    write.cancel()
    await asyncio.gather(write, return_exceptions=True)
    rig.counter.gate = None


@pytest.mark.behaviour("ENG-027")
async def test_a_write_that_was_cut_off_is_of_unknown_effect_and_not_tried_again() -> None:
    rig = Rig()
    flow = both_tools(rig)
    rig.started(flow)
    await interrupted(rig, flow)

    again = rig.context(flow).tool(CREDIT, "pay", Amount(3))

    assert await failure(again) is Failure.EFFECT_UNKNOWN
    assert rig.counter.credited == 3


async def test_an_idempotent_write_that_was_cut_off_runs_again() -> None:
    rig = Rig()
    flow = both_tools(rig, idempotent=True)
    rig.started(flow)
    await interrupted(rig, flow)

    await rig.context(flow).tool(CREDIT, "pay", Amount(3))

    assert rig.counter.credited == 6


async def test_a_write_that_breaks_is_told_as_of_unknown_effect() -> None:
    rig = Rig()
    flow = both_tools(rig)
    rig.started(flow)
    rig.counter.raises = ConnectionError("the game hung up")

    write = rig.context(flow).tool(CREDIT, "pay", Amount(3))

    assert await failure(write) is Failure.EFFECT_UNKNOWN


async def test_a_write_that_certainly_did_nothing_may_be_tried_again() -> None:
    rig = Rig()
    flow = both_tools(rig)
    rig.started(flow)
    rig.counter.raises = ToolRefusedError(Failure.INVALID_INPUT, "too poor")
    assert await failure(rig.context(flow).tool(CREDIT, "pay", Amount())) is Failure.INVALID_INPUT

    rig.counter.raises = None

    assert receipt(rig, "pay") is None
    assert await rig.context(flow).tool(CREDIT, "pay", Amount()) == 2


async def test_a_result_that_is_known_gets_its_receipt_although_the_task_was_cancelled() -> None:
    rig = Rig()
    flow = both_tools(rig)
    context = rig.started(flow).context(flow)
    slow, begun, original = asyncio.Event(), asyncio.Event(), rig.store.update

    async def slow_update(player: Any, change: Any) -> Any:
        if rig.counter.credited:
            begun.set()
            await slow.wait()
        return await original(player, change)

    rig.store.update = slow_update  # type: ignore[method-assign]
    write = begin(context.tool(CREDIT, "pay", Amount()))
    await begun.wait()
    write.cancel()
    slow.set()
    await settle()

    kept = receipt(rig, "pay")
    assert kept is not None
    assert kept.state is StepState.DONE


@pytest.mark.behaviour("ENG-067", "ENG-018")
async def test_a_game_call_that_still_waits_when_a_player_is_revoked_has_no_effect() -> None:
    rig = Rig()
    queued, done = asyncio.Event(), list[str]()

    async def credit(_: Amount, call: Any) -> int:
        await queued.wait()
        call.check()
        done.append("paid")
        return 1

    flow = workflow(tools=(Tool(CREDIT, credit, writes=True),))
    write = begin(rig.started(flow).context(flow).tool(CREDIT, "pay", Amount()))
    await settle()
    rig.engine.invalidate(ALEX)
    queued.set()

    assert await failure(write) is Failure.CANCELLED
    assert done == []


@pytest.mark.parametrize("how", ["cancel", "revoke", "reset", "unbind", "remove", "late"])
@pytest.mark.behaviour("ENG-068", "ENG-018")
async def test_each_passage_is_judged_anew(how: str) -> None:
    rig = Rig("a:x")
    flow = both_tools(rig)
    context = rig.started(flow, owner="a:x").context(flow, "a:x")
    await context.tool(READ, "one", Look("x"))
    change = {
        "cancel": lambda: rig.engine.cancel(ALEX),
        "revoke": lambda: rig.engine.invalidate(ALEX),
        "reset": lambda: rig.store.invalidate(ALEX),
        "unbind": rig.rights.bound.clear,
        "remove": rig.rights.modules.clear,
        "late": lambda: rig.clock.advance(14.5),
    }
    change[how]()
    expected = {
        "cancel": Failure.CANCELLED,
        "revoke": Failure.CANCELLED,
        "reset": Failure.CANCELLED,
        "unbind": Failure.NOT_BOUND,
        "remove": Failure.NOT_PERMITTED,
        "late": Failure.DEADLINE_EXCEEDED,
    }

    assert await failure(context.tool(READ, "two", Look("y"))) is expected[how]
    assert await failure(context.model([])) is expected[how]
    assert (rig.counter.reads, rig.model.requests) == (["x"], [])


PROMPT = (Message(Role.SYSTEM, "你好"), Message(Role.USER, "hi"))


@pytest.mark.behaviour("ENG-073", "ENG-040", "ENG-041")
async def test_a_model_call_carries_language_output_bound_and_deadline() -> None:
    rig = Rig()
    context = rig.started(workflow()).context()
    rig.clock.advance(10.0)

    await context.model(PROMPT, [Function("f", "does", {})], output_tokens=5)

    request = rig.model.requests[0]
    assert (request.language, request.player) == ("en_us", str(ALEX))
    assert (request.purpose, request.output_tokens, request.timeout_s) == ("test:act", 5, 4.5)
    assert context.budget.spent.tokens == 6 + 2 + 1 + 4 + 2 + 5


@pytest.mark.behaviour("ENG-042")
async def test_the_reported_usage_takes_the_place_of_the_estimate() -> None:
    rig = Rig(model=FakeModel(says("yes", tokens=3)))
    context = rig.started(workflow()).context()

    await context.model(PROMPT)

    assert context.budget.spent.tokens == 3


@pytest.mark.parametrize(
    ("error", "tokens"),
    [
        pytest.param(ModelError(Failure.MODEL_BUSY), 0, id="not sent"),
        pytest.param(ModelError(Failure.MODEL_SILENT, was_sent=True), 808, id="sent"),
        pytest.param(
            ModelError(Failure.MODEL_TRUNCATED, was_sent=True, usage=ModelUsage(9)), 9, id="told"
        ),
    ],
)
@pytest.mark.behaviour("ENG-036")
async def test_a_failed_call_is_an_attempt_and_keeps_its_tokens_unless_nothing_was_sent(
    error: ModelError, tokens: int
) -> None:
    rig = Rig(model=FakeModel(error))
    context = rig.started(workflow()).context()

    assert await failure(context.model(PROMPT)) is error.failure

    assert (context.budget.spent.model_calls, context.budget.spent.tokens) == (1, tokens)


@pytest.mark.behaviour("PERM-005")
async def test_a_switch_that_is_turned_off_between_two_calls_stops_the_second() -> None:
    rig = Rig()
    context = rig.started(workflow()).context()
    await context.model(PROMPT)

    rig.rights.model = False

    assert await failure(context.model(PROMPT)) is Failure.NOT_PERMITTED
    assert len(rig.model.requests) == 1


async def test_a_model_that_says_nothing_is_given_up() -> None:
    rig = Rig()
    rig.model.held = asyncio.Event()
    policy = msgspec.structs.replace(FAST, model_timeout_millis=1)
    context = rig.started(workflow()).context(policy=policy)

    assert await failure(context.model(PROMPT)) is Failure.MODEL_SILENT
    assert rig.model.running == 0


async def test_text_arrives_as_it_is_written() -> None:
    rig = Rig(model=FakeModel(says("one two")))
    heard: list[str] = []

    reply = await rig.started(workflow()).context().model(PROMPT, on_text=heard.append)

    assert (heard, reply.text) == (["one ", "two "], "one two")


async def test_a_cancelled_task_hears_no_more_of_a_stream() -> None:
    rig = Rig(model=FakeModel(says("one two three")))
    context, heard = rig.started(workflow()).context(), list[str]()

    def listen(text: str) -> None:
        heard.append(text)
        rig.engine.cancel(ALEX)

    assert await failure(context.model(PROMPT, on_text=listen)) is Failure.CANCELLED
    assert heard == ["one "]


async def test_a_player_without_a_system_gets_no_door_and_no_data_is_touched() -> None:
    rig = Rig()
    rig.started(workflow())
    rig.rights.bound.clear()

    with pytest.raises(CompanionError) as caught:
        rig.context()

    assert caught.value.failure is Failure.NOT_BOUND
    assert rig.store.touched == []


def test_the_door_has_no_back() -> None:
    public = {name for name in vars(ExecutionContext) if not name.startswith("_")}

    assert public == {
        "language",
        "writes_done",
        "unsettled",
        "check",
        "has_module",
        "offered_for_reasoning",
        "can_read",
        "tool",
        "model",
    }


@pytest.mark.behaviour("TOOL-007", "TOOL-009")
async def test_an_optional_tool_that_writes_is_refused_when_it_is_called() -> None:
    rig = Rig("a:x")
    rig.engine.register_tools([rig.counter.creditor()], "a:x")

    call = rig.context(workflow(optional=(CREDIT,))).tool(CREDIT, "s", Amount())

    assert await failure(call) is Failure.NOT_PERMITTED
    assert rig.counter.credited == 0


async def test_a_task_that_is_cancelled_while_its_intent_is_stored_has_no_effect() -> None:
    rig = Rig()
    flow = both_tools(rig)
    context, original = rig.started(flow).context(flow), rig.store.update

    async def update(player: Any, change: Any) -> Any:
        rig.engine.cancel(ALEX)
        return await original(player, change)

    rig.store.update = update  # type: ignore[method-assign]

    assert await failure(context.tool(CREDIT, "pay", Amount())) is Failure.CANCELLED
    assert rig.counter.credited == 0


async def test_an_idempotent_write_that_breaks_says_why() -> None:
    rig = Rig()
    flow = both_tools(rig, idempotent=True)
    rig.started(flow)
    rig.counter.raises = CompanionError(Failure.FOLDER_MISSING)

    write = rig.context(flow).tool(CREDIT, "pay", Amount())

    assert await failure(write) is Failure.FOLDER_MISSING


@pytest.mark.behaviour("ENG-018")
async def test_what_a_model_says_after_a_cancellation_is_paid_and_not_used() -> None:
    model = FakeModel(says("too late", tokens=7))
    rig = Rig(model=model)
    context = rig.started(workflow()).context()
    model.held = asyncio.Event()
    asking = begin(context.model(PROMPT))
    await settle()

    rig.engine.cancel(ALEX)
    model.held.set()

    assert await failure(asking) is Failure.CANCELLED
    assert context.budget.spent.tokens == 7


@pytest.mark.behaviour("ENG-067")
def test_a_revoke_reaches_the_store_too() -> None:
    rig = Rig()
    view = rig.store.view(ALEX)

    rig.engine.invalidate(ALEX)

    assert not view.is_current
