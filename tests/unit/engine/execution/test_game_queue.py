from __future__ import annotations

import asyncio

import pytest

from companion.engine.execution.game_queue import (
    BUDGET_S,
    ITEMS_PER_TICK,
    MOST_WAITING,
    TICK_S,
    GameQueue,
)
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_rig import ALEX, READ, Look, Rig, begin, settle, workflow
from tests.helpers.clock import ManualClock


@pytest.mark.behaviour("ENG-014")
async def test_forty_calls_take_three_ticks() -> None:
    queue = GameQueue(ManualClock())
    ends = [queue.submit(lambda number=number: number) for number in range(40)]

    assert [queue.tick(), queue.tick(), queue.tick(), queue.tick()] == [16, 16, 8, 0]
    assert [end.result() for end in ends] == list(range(40))
    assert (ITEMS_PER_TICK, BUDGET_S) == (16, 0.002)


@pytest.mark.behaviour("ENG-014", "ENG-015")
async def test_a_long_call_is_not_interrupted_and_ends_its_tick() -> None:
    clock = ManualClock()
    queue = GameQueue(clock)
    first, second = queue.submit(lambda: clock.advance(5.0)), queue.submit(lambda: "next")

    assert queue.tick() == 1
    assert first.done()
    assert not second.done()
    assert queue.tick() == 1


async def test_a_call_that_fails_fails_alone() -> None:
    queue = GameQueue(ManualClock())
    bad, good = queue.submit(lambda: 1 / 0), queue.submit(lambda: 7)

    queue.tick()

    assert isinstance(bad.exception(), ZeroDivisionError)
    assert good.result() == 7


async def test_a_cancelled_call_is_not_made() -> None:
    made: list[int] = []
    queue = GameQueue(ManualClock())
    queue.submit(lambda: made.append(1)).cancel()

    assert queue.tick() == 0
    assert made == []


async def test_too_many_waiting_calls_are_busy_and_closing_cancels_them() -> None:
    queue = GameQueue(ManualClock())
    ends = [queue.submit(lambda: None) for _ in range(MOST_WAITING)]

    with pytest.raises(CompanionError) as busy:
        queue.submit(lambda: None)
    queue.close()

    assert busy.value.failure is Failure.BUSY
    assert {str(end.exception()) for end in ends} == {"cancelled: the engine stops"}


async def test_it_ticks_every_fifty_milliseconds_until_it_is_closed() -> None:
    queue, slept = GameQueue(ManualClock()), list[float]()
    end = queue.submit(lambda: "made")

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            queue.close()

    await queue.run(sleep)

    assert slept == [TICK_S] * 3 == [0.05] * 3
    assert end.result() == "made"


@pytest.mark.behaviour("ENG-016")
@pytest.mark.parametrize("what", ["tool", "model"])
async def test_a_game_call_that_waits_for_a_tool_or_model_is_a_mistake(what: str) -> None:
    rig = Rig()
    context = rig.started(workflow(tools=(rig.counter.reader(),))).context()
    queue = GameQueue(rig.clock)
    wait = {"tool": lambda: context.tool(READ, "s", Look("x")), "model": lambda: context.model([])}

    end = queue.submit(wait[what])
    queue.tick()

    with pytest.raises(RuntimeError, match="must not wait"):
        end.result()


@pytest.mark.behaviour("ENG-017")
async def test_the_game_goes_on_while_a_model_answers() -> None:
    rig = Rig()
    rig.started(workflow())
    rig.model.held = asyncio.Event()
    queue = GameQueue(rig.clock)
    answer = begin(rig.context().model([]))
    await settle()

    end = queue.submit(lambda: ALEX)
    queue.tick()

    assert (end.result(), rig.model.running) == (ALEX, 1)
    rig.model.held.set()
    assert (await answer).text == "well"
