from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest

from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.failures import AgentFailure
from companion.engine.execution.interactive import InteractiveExecutor
from companion.engine.execution.request import Selected
from companion.engine.execution.result import AgentResult, Status, error, succeeded
from companion.engine.execution.selection import Source
from companion.engine.storage.record import Preferences
from companion.language.phrase import literal
from companion.support.errors import Failure, StorageError
from tests.helpers.agent_rig import (
    ALEX,
    CREDIT,
    STEVE,
    Amount,
    FakeSelector,
    Flow,
    Rig,
    asked,
    settle,
    workflow,
)


class Talk:
    """An executor whose one action waits for `gate` while that is set."""

    def __init__(self, *modules: str, **more: Any) -> None:
        self.rig = Rig(*modules)
        self.selector = FakeSelector()
        self.runs = 0
        self.gate: asyncio.Event | None = None
        self.flow: Flow | None = None
        self.result = succeeded(literal("done"))
        owner = modules[0] if modules else ""
        flow = workflow(run=self.act, tools=(self.rig.counter.creditor(),), **more)
        self.rig.started(flow, owner=owner)
        self.executor = InteractiveExecutor(self.rig.engine, self.selector)
        self.submit = self.executor.submit

    async def act(self, given: Any, context: ExecutionContext) -> AgentResult:
        self.runs += 1
        if self.flow:
            return await self.flow(given, context)
        if self.gate:
            await self.gate.wait()
        return self.result


@pytest.mark.behaviour("ENG-002")
async def test_a_request_is_answered_by_an_engine_of_fakes() -> None:
    talk = Talk()

    assert await talk.submit(asked("act")) == succeeded(literal("done"))


@pytest.mark.behaviour("ENG-011", "ENG-085")
async def test_a_second_request_is_busy_and_the_first_goes_on() -> None:
    talk = Talk()
    talk.gate = asyncio.Event()
    first = talk.submit(asked())
    await settle()

    second = talk.submit(asked())
    other = talk.submit(asked(player=STEVE))
    talk.gate.set()

    assert (await second).code == Failure.BUSY
    assert (await first).is_success
    assert (await other).is_success


async def test_after_an_answer_the_next_request_is_taken() -> None:
    talk = Talk()
    await talk.submit(asked())

    assert (await talk.submit(asked())).is_success
    assert talk.runs == 2


@pytest.mark.behaviour("ENG-009")
async def test_a_full_lane_is_busy_at_once() -> None:
    talk = Talk()
    talk.gate = asyncio.Event()
    talk.rig.rights.bound = {UUID(int=number) for number in range(1, 40)}
    ends = [talk.submit(asked(player=UUID(int=number))) for number in range(1, 38)]

    assert ends[-1].done()
    assert ends[-1].result().code == Failure.BUSY
    talk.gate.set()
    assert all(result.is_success for result in await asyncio.gather(*ends[:-1]))


@pytest.mark.behaviour("ENG-019")
async def test_the_same_request_runs_once_while_it_runs_and_after() -> None:
    talk = Talk()
    talk.gate = asyncio.Event()
    request = asked()
    first, again = talk.submit(request), talk.submit(request)
    talk.gate.set()

    results = [await first, await again, await talk.submit(request)]

    assert results == [succeeded(literal("done"))] * 3
    assert talk.runs == 1


@pytest.mark.behaviour("ENG-019")
async def test_the_same_id_with_another_input_is_refused() -> None:
    talk, id_ = Talk(), uuid4()
    talk.gate = asyncio.Event()
    first = talk.submit(asked("act", request=id_))

    meanwhile = talk.submit(asked("other", request=id_))
    talk.gate.set()
    await first

    assert (await meanwhile).code == Failure.INPUT_CHANGED
    assert (await talk.submit(asked("other", request=id_))).code == Failure.INPUT_CHANGED
    assert talk.runs == 1


@pytest.mark.behaviour("ENG-065")
async def test_an_unbound_player_is_refused_before_anything_is_read() -> None:
    talk = Talk()
    talk.rig.rights.bound.clear()

    assert (await talk.submit(asked())).code == Failure.NOT_BOUND
    assert talk.rig.store.touched == []


@pytest.mark.behaviour("ENG-018")
async def test_a_cancelled_request_is_answered_at_once_and_leaves_no_trace() -> None:
    talk = Talk()
    talk.gate = asyncio.Event()
    end = talk.submit(asked())
    await settle()

    assert talk.executor.cancel(ALEX)

    assert end.done()
    assert end.result().code == Failure.CANCELLED
    await settle()
    assert talk.rig.store.players[ALEX].rounds == {}
    assert not talk.executor.cancel(ALEX)


def rounds_kept(talk: Talk) -> int:
    books = talk.rig.store.players.get(ALEX)
    return len(books.rounds) if books else 0


@pytest.mark.behaviour("ENG-018")
async def test_a_request_that_is_cancelled_before_it_begins_reads_and_keeps_nothing() -> None:
    talk = Talk()
    end = talk.submit(asked())

    talk.rig.engine.cancel(ALEX)

    assert (await end).code == Failure.CANCELLED
    assert (talk.runs, talk.rig.store.touched) == (0, [])


@pytest.mark.behaviour("ENG-018")
async def test_a_request_that_is_cancelled_while_it_is_routed_runs_and_keeps_nothing() -> None:
    talk = Talk()

    async def cancel(_: ExecutionContext) -> None:
        talk.rig.engine.cancel(ALEX)

    talk.selector.before = cancel

    assert (await talk.submit(asked())).code == Failure.CANCELLED
    assert (talk.runs, rounds_kept(talk)) == (0, 0)


@pytest.mark.behaviour("ENG-018")
async def test_a_request_that_is_cancelled_before_it_is_written_back_keeps_nothing() -> None:
    talk = Talk()
    execute = talk.rig.engine.execute

    async def execute_and_cancel(execution: Any) -> AgentResult:
        result = await execute(execution)
        talk.rig.engine.cancel(ALEX)
        return result

    talk.rig.engine.execute = execute_and_cancel  # type: ignore[method-assign]

    assert (await talk.submit(asked())).code == Failure.CANCELLED
    assert (talk.runs, rounds_kept(talk), talk.selector.learned_from) == (1, 0, [])


@pytest.mark.behaviour("ENG-010")
async def test_when_the_engine_stops_every_request_is_answered() -> None:
    talk = Talk()
    talk.gate = asyncio.Event()
    talk.rig.rights.bound = {UUID(int=number) for number in range(1, 9)}
    ends = [talk.submit(asked(player=UUID(int=number))) for number in range(1, 9)]
    await settle()

    await talk.executor.close()
    await settle()

    assert [end.result().code for end in ends] == [Failure.CANCELLED] * 8
    assert (await talk.submit(asked(player=UUID(int=8)))).code == Failure.CANCELLED


@pytest.mark.behaviour("ENG-034", "ENG-035")
async def test_what_routing_spends_is_missing_in_the_module() -> None:
    talk = Talk()
    seen: list[tuple[int, int, float]] = []

    async def ask(context: ExecutionContext) -> None:
        await context.model([], output_tokens=100)
        talk.rig.clock.advance(3.0)

    async def act(_: Any, context: ExecutionContext) -> AgentResult:
        budget = context.budget
        left = budget.left_s(talk.rig.clock.monotonic())
        seen.append((budget.spent.model_calls, budget.spent.tokens, left))
        return talk.result

    talk.selector.before = ask
    talk.flow = act
    await talk.submit(asked())

    assert seen == [(1, 100, 11.5)]


@pytest.mark.behaviour("ENG-033")
async def test_routing_that_wants_too_much_fails_without_touching_the_module() -> None:
    talk = Talk()

    async def ask_twice(context: ExecutionContext) -> None:
        await context.model([])
        await context.model([])

    talk.selector.before = ask_twice

    assert (await talk.submit(asked())).code == Failure.BUDGET_EXHAUSTED
    assert (talk.runs, len(talk.rig.model.requests)) == (0, 1)


@pytest.mark.behaviour("ENG-054")
@pytest.mark.parametrize(
    ("result", "learned"),
    [
        (succeeded(literal("done")), ["act"]),
        (succeeded(literal("half")).partial(), []),
        (error(AgentFailure.of(Failure.NOT_FOUND)), []),
    ],
    ids=["success", "partial", "failure"],
)
async def test_only_full_success_is_worth_remembering(
    result: AgentResult, learned: list[str]
) -> None:
    talk = Talk()
    talk.result = result

    assert await talk.submit(asked("act")) == result
    assert talk.selector.learned_from == learned


async def test_a_named_action_needs_no_router_and_takes_text_arguments() -> None:
    rig = Rig()
    got: list[Amount] = []

    async def act(given: Amount, _: ExecutionContext) -> AgentResult:
        got.append(given)
        return succeeded(literal("done"))

    rig.started(workflow(run=act, input=Amount))
    executor = InteractiveExecutor(rig.engine, FakeSelector("test:other"))

    result = await executor.submit(asked("", action="test:act", arguments={"count": "4"}))

    assert (result.status, got) == (Status.SUCCEEDED, [Amount(4)])


@pytest.mark.parametrize(
    ("action", "arguments", "code"),
    [
        ("test:gone", {}, Failure.INVALID_INPUT),
        ("test:act", {"word": "x"}, Failure.INVALID_INPUT),
        ("test:off", {}, Failure.NOT_PERMITTED),
    ],
    ids=["unknown", "arguments", "not for this player"],
)
async def test_a_named_action_that_cannot_run_is_told(
    action: str, arguments: dict[str, str], code: Failure
) -> None:
    rig = Rig()
    rig.engine.register_module(workflow("test:off"), "a:off")
    rig.started(workflow())
    executor = InteractiveExecutor(rig.engine, FakeSelector())

    result = await executor.submit(asked("", action=action, arguments=arguments))

    assert result.code == code


async def test_a_router_may_answer_by_itself_and_that_is_no_choice_to_remember() -> None:
    talk = Talk()
    candidates = succeeded(literal("did you mean"))
    talk.selector.selected = candidates  # type: ignore[assignment]

    assert await talk.submit(asked()) == candidates
    assert (talk.runs, talk.selector.learned_from) == (0, [])


async def test_a_router_that_breaks_is_one_failed_request() -> None:
    talk = Talk()
    talk.selector.selected = Selected("test:act", {}, Source.LOCAL)
    talk.selector.before = lambda _: asyncio.sleep(0, 1 / 0)

    assert (await talk.submit(asked())).code == Failure.MODULE_FAILED
    talk.selector.before = None
    assert (await talk.submit(asked())).code == Failure.NOT_PERMITTED


@pytest.mark.behaviour("ENG-021", "ENG-030")
async def test_a_request_that_was_lost_with_the_engine_does_no_write_twice() -> None:
    request = asked()
    rig = Rig()

    async def pay(_: Any, context: ExecutionContext) -> AgentResult:
        await context.tool(CREDIT, "pay", Amount(5))
        if rig.counter.gate:
            await rig.counter.gate.wait()
        return succeeded(literal("paid"))

    def engine() -> InteractiveExecutor:
        nonlocal rig
        rig = rig.restarted()
        rig.started(workflow(run=pay, tools=(rig.counter.creditor(),)))
        return InteractiveExecutor(rig.engine, FakeSelector())

    first = engine()
    first.submit(request)
    await settle()
    await first.close()

    assert (await engine().submit(request)).is_success
    assert rig.counter.credited == 5


@pytest.mark.behaviour("ENG-069")
async def test_a_module_that_is_removed_ends_its_task_and_no_other_takes_over() -> None:
    talk = Talk("a:x")
    talk.gate = asyncio.Event()
    end = talk.submit(asked())
    await settle()

    talk.executor.module_removed(ALEX, "a:y")
    assert not end.done()
    talk.executor.module_removed(ALEX, "a:x")

    assert (await end).code == Failure.CANCELLED


async def test_a_store_that_cannot_keep_the_round_spoils_no_answer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    talk = Talk()

    async def breaks(_: Any, __: ExecutionContext) -> AgentResult:
        talk.rig.store.broken = StorageError("disk full")
        return talk.result

    talk.flow = breaks

    assert (await talk.submit(asked())).is_success
    assert "is not kept: storage_unavailable" in caplog.text


@pytest.mark.parametrize(("history", "words"), [(True, "act"), (False, None)])
async def test_words_are_kept_only_for_players_who_want_a_history(
    history: bool, words: str | None
) -> None:
    talk, request = Talk(), asked("act")
    books = talk.rig.store.books(ALEX)
    books.kept = type(books.kept)(preferences=Preferences(history=history))

    await talk.submit(request)

    assert talk.rig.store.players[ALEX].rounds[request.request].user == words


@pytest.mark.behaviour("ENG-073")
async def test_the_language_is_the_one_the_request_came_in() -> None:
    rig, seen = Rig(), list[str]()

    async def act(_: Any, context: ExecutionContext) -> AgentResult:
        seen.append(context.language)
        return succeeded(literal("done"))

    rig.started(workflow(run=act))
    await InteractiveExecutor(rig.engine, FakeSelector()).submit(asked())

    assert seen == ["en_us"]


@pytest.mark.behaviour("ENG-018")
async def test_a_request_that_is_cancelled_while_it_is_looked_up_is_not_routed() -> None:
    talk = Talk()
    original = talk.rig.store.read

    async def read(player: UUID, look: Any) -> Any:
        talk.rig.engine.cancel(ALEX)
        return await original(player, look)

    talk.rig.store.read = read  # type: ignore[method-assign]
    routed: list[str] = []

    async def note(_: ExecutionContext) -> None:
        routed.append("routed")

    talk.selector.before = note

    assert (await talk.submit(asked())).code == Failure.CANCELLED
    assert routed == []


async def test_the_round_of_a_player_who_was_reset_is_not_kept() -> None:
    talk = Talk()
    execute = talk.rig.engine.execute

    async def execute_and_reset(execution: Any) -> AgentResult:
        result = await execute(execution)
        talk.rig.store.invalidate(ALEX)
        return result

    talk.rig.engine.execute = execute_and_reset  # type: ignore[method-assign]

    assert (await talk.submit(asked())).code == Failure.CANCELLED
    assert rounds_kept(talk) == 0
