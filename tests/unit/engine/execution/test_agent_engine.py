from __future__ import annotations

import asyncio
import logging
from typing import Any
from uuid import UUID

import msgspec
import pytest

from companion.engine.config.agent import AgentConfig
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.failures import AgentError, AgentFailure
from companion.engine.execution.policy import FAST, READ_ONLY
from companion.engine.execution.result import AgentResult, Status, succeeded
from companion.engine.execution.selection import Selection, Source
from companion.engine.execution.workflow import Routing
from companion.language.phrase import literal, phrase
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_rig import ALEX, CREDIT, Amount, Look, Rig, workflow


@pytest.mark.behaviour("ENG-001")
@pytest.mark.parametrize("source", [Source.STRUCTURED, Source.EVENT])
async def test_players_and_events_take_the_same_way(source: Source) -> None:
    rig = Rig()
    flow = workflow(events=True)

    result = await rig.started(flow).run(flow, source)

    assert result == succeeded(literal("done"))


@pytest.mark.behaviour("ENG-001")
@pytest.mark.parametrize(
    ("more", "source"),
    [
        pytest.param({}, Source.EVENT, id="not for events"),
        pytest.param({"interactive": False, "events": True}, Source.COMMAND, id="events only"),
        pytest.param({}, Source.LOCAL, id="local match of what writes"),
        pytest.param({}, Source.LOCAL_FALLBACK, id="nobody chose"),
        pytest.param(
            {"routing": Routing(selection=Selection.STRUCTURED_ONLY)}, Source.MODEL, id="by model"
        ),
        pytest.param(
            {"routing": Routing(selection=Selection.EXPLICIT_ONLY), "policy": READ_ONLY},
            Source.CACHE,
            id="explicit by cache",
        ),
    ],
)
async def test_a_source_that_may_not_choose_an_action_starts_nothing(
    more: dict[str, Any], source: Source
) -> None:
    ran: list[str] = []

    async def run(_: Any, __: ExecutionContext) -> AgentResult:
        ran.append("ran")
        return succeeded(literal("done"))

    rig, flow = Rig(), workflow(run=run, **more)

    result = await rig.started(flow).run(flow, source)

    assert (result.code, ran) == (Failure.NOT_PERMITTED, [])


async def failing(error: Exception, *, write_first: bool = False) -> AgentResult:
    async def run(_: Any, context: ExecutionContext) -> AgentResult:
        if write_first:
            await context.tool(CREDIT, "pay", Amount())
        raise error

    rig = Rig()
    flow = workflow(run=run, tools=(rig.counter.creditor(),))
    return await rig.started(flow).run(flow)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyError("x"), "module_failed"),
        (TimeoutError(), "module_failed"),
        (CompanionError(Failure.STORAGE_FULL), "storage_full"),
        (AgentError(AgentFailure("a:b", phrase("a.b"))), "a:b"),
    ],
    ids=["bug", "timeout of its own", "reason", "extension"],
)
async def test_a_module_that_fails_gives_a_failed_result(error: Exception, code: str) -> None:
    result = await failing(error)

    assert (result.status, result.code) == (Status.FAILED, code)


async def test_words_of_an_error_stay_out_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    await failing(KeyError("my secret wish"))

    assert "KeyError at test_agent_engine.py" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.behaviour("ENG-001", "ENG-055")
async def test_a_failure_after_a_write_is_a_partial_success() -> None:
    result = await failing(CompanionError(Failure.MODEL_SILENT), write_first=True)

    assert (result.status, result.code) == (Status.PARTIALLY_SUCCEEDED, "model_silent")


@pytest.mark.behaviour("ENG-043")
async def test_a_task_that_takes_too_long_is_ended() -> None:
    async def run(_: Any, __: ExecutionContext) -> AgentResult:
        await asyncio.Event().wait()
        raise AssertionError

    rig, flow = Rig(), workflow(run=run)
    policy = msgspec.structs.replace(FAST, ttl_millis=1, model_timeout_millis=1)

    result = await rig.started(flow).run(flow, policy=policy)

    assert result.code == Failure.DEADLINE_EXCEEDED


async def test_a_task_that_ends_in_the_midst_of_a_write_is_of_unknown_effect() -> None:
    async def run(_: Any, context: ExecutionContext) -> AgentResult:
        await context.tool(CREDIT, "pay", Amount())
        raise AssertionError

    rig = Rig()
    rig.counter.gate = asyncio.Event()
    flow = workflow(run=run, tools=(rig.counter.creditor(),))
    policy = msgspec.structs.replace(FAST, ttl_millis=20, model_timeout_millis=1)

    result = await rig.started(flow).run(flow, policy=policy)

    assert result.code == Failure.EFFECT_UNKNOWN


@pytest.mark.behaviour("ENG-018")
async def test_a_result_that_comes_after_a_cancellation_is_dropped() -> None:
    rig = Rig()

    async def run(_: Any, __: ExecutionContext) -> AgentResult:
        rig.engine.cancel(ALEX)
        return succeeded(literal("too late"))

    flow = workflow(run=run)

    assert (await rig.started(flow).run(flow)).code == Failure.CANCELLED


@pytest.mark.behaviour("ENG-003")
@pytest.mark.parametrize(
    ("reference", "match"),
    [
        (("test:gone", {}), "nobody provides"),
        (("test:talk", {"word": "x"}), "not for events"),
        (("test:event", {"word": 1}), "cannot take"),
    ],
    ids=["dangling", "interactive", "arguments"],
)
def test_an_event_rule_that_leads_nowhere_stops_the_start(
    reference: tuple[str, dict[str, object]], match: str
) -> None:
    rig = Rig()
    rig.engine.register_module(workflow("test:talk"))
    rig.engine.register_module(workflow("test:event", input=Look, events=True))

    with pytest.raises(ValueError, match=match):
        rig.engine.start([reference])

    assert not rig.engine.catalog.is_frozen


@pytest.mark.behaviour("ENG-003")
def test_an_unsound_policy_stops_the_start() -> None:
    flow = workflow(policy=msgspec.structs.replace(FAST, steps=0))

    with pytest.raises(ValueError, match="policy of test:act"):
        Rig().started(flow)


async def test_nothing_runs_before_the_start() -> None:
    rig, flow = Rig(), workflow()
    rig.engine.register_module(flow)

    assert (await rig.run(flow)).code == Failure.INTERNAL


@pytest.mark.behaviour("ENG-032", "ENG-033", "SET-040")
def test_an_operators_policies_hold_at_once() -> None:
    config = AgentConfig(
        policies={"test:act": {"modelCalls": 9}}, routing_policy={"outputTokens": 7}
    )
    rig, flow = Rig(policies=config), workflow()

    assert rig.engine.policy_of(flow) == msgspec.structs.replace(FAST, model_calls=9)
    assert rig.engine.routing_policy().output_tokens == 7


def test_a_bad_policy_field_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    config = AgentConfig(policies={"test:act": {"steps": 0, "toolCalls": 5}})

    policy = Rig(policies=config).engine.policy_of(workflow())

    assert policy == msgspec.structs.replace(FAST, tool_calls=5)
    assert "policy of test:act: steps is below 1" in caplog.text


@pytest.mark.behaviour("ENG-050")
async def test_a_module_with_bounds_of_its_own_leaves_the_fast_ones_alone() -> None:
    async def decide(_: Any, context: ExecutionContext) -> AgentResult:
        for _ in range(5):
            await context.model([])
        return succeeded(literal("decided"))

    rig = Rig()
    wide = msgspec.structs.replace(FAST, model_calls=5)
    flow = workflow(run=decide, policy=wide)
    rig.started(flow, workflow("test:fast"))

    assert (await rig.run(flow, policy=wide)).is_success
    assert rig.engine.policy_of(workflow("test:fast")) == FAST


class Hooks:
    def __init__(self, *, broken: bool = False) -> None:
        self.told: list[str] = []
        self._broken = broken

    def _tell(self, what: str) -> None:
        self.told.append(what)
        if self._broken:
            raise KeyError(what)

    def revoked(self, player: UUID) -> None:
        self._tell("revoked")

    def disconnected(self, player: UUID) -> None:
        self._tell("disconnected")

    def permissions_changed(self, player: UUID) -> None:
        self._tell("permissions")


@pytest.mark.behaviour("ENG-070")
def test_every_feature_is_told_and_one_that_breaks_hides_it_from_nobody() -> None:
    lifecycles = Rig().engine.lifecycles
    broken, sound = Hooks(broken=True), Hooks()
    lifecycles.add(broken)
    lifecycles.add(sound)

    lifecycles.revoked(ALEX)
    lifecycles.disconnected(ALEX)
    lifecycles.permissions_changed(ALEX)

    assert broken.told == sound.told == ["revoked", "disconnected", "permissions"]
