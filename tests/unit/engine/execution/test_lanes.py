from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from companion.engine.config.agent import AgentConfig
from companion.engine.execution.queues import EVENTS, INTERACTIVE, MAINTENANCE, Lane
from companion.support.errors import CompanionError, Failure
from tests.helpers.agent_rig import settle


@pytest.fixture
async def gate() -> AsyncIterator[asyncio.Event]:
    gate = asyncio.Event()
    yield gate
    gate.set()
    await settle()


async def wait_for(gate: asyncio.Event) -> str:
    await gate.wait()
    return "done"


async def soon(made: str) -> str:
    return made


async def after(gate: asyncio.Event, made: str) -> str:
    await gate.wait()
    return f"{made}, kept"


@pytest.mark.behaviour("ENG-005", "ENG-006", "ENG-007")
@pytest.mark.parametrize(
    ("size", "workers", "places"),
    [(INTERACTIVE, 4, 32), (EVENTS, 2, 64), (MAINTENANCE, 2, 32)],
    ids=["interactive", "events", "maintenance"],
)
async def test_a_lane_takes_its_workers_and_places_and_not_one_more(
    size: tuple[int, int], workers: int, places: int, gate: asyncio.Event
) -> None:
    lane = Lane("test", *size)
    taken = [lane.submit(lambda: wait_for(gate)) for _ in range(workers + places)]

    with pytest.raises(CompanionError) as caught:
        lane.submit(lambda: wait_for(gate))

    assert caught.value.failure is Failure.BUSY
    gate.set()
    assert await asyncio.gather(*taken) == ["done"] * (workers + places)


@pytest.mark.behaviour("ENG-008")
def test_no_configuration_changes_a_lane() -> None:
    names = " ".join(AgentConfig.__struct_fields__)

    assert "queue" not in names
    assert "worker" not in names


async def test_no_more_than_the_workers_run_at_once(gate: asyncio.Event) -> None:
    begun: list[int] = []

    async def work(number: int) -> None:
        begun.append(number)
        await gate.wait()

    lane = Lane("test", 2, 8)
    ends = [lane.submit(lambda number=number: work(number)) for number in range(4)]
    await settle()

    assert begun == [0, 1]
    gate.set()
    await asyncio.gather(*ends)
    assert begun == [0, 1, 2, 3]


@pytest.mark.behaviour("ENG-010")
async def test_what_waited_when_the_engine_stops_is_cancelled_and_so_is_what_ran(
    gate: asyncio.Event,
) -> None:
    lane = Lane("test", 1, 4)
    ends = [lane.submit(lambda: wait_for(gate)) for _ in range(3)]
    await settle()

    await lane.close()

    failures = [end.exception() for end in ends]
    assert [getattr(one, "failure", None) for one in failures] == [Failure.CANCELLED] * 3
    with pytest.raises(CompanionError):
        lane.submit(lambda: wait_for(gate))


async def test_a_cancelled_place_is_free_again(gate: asyncio.Event) -> None:
    lane = Lane("test", 1, 1)
    running, waiting = lane.submit(lambda: wait_for(gate)), lane.submit(lambda: wait_for(gate))

    waiting.cancel()
    again = lane.submit(lambda: wait_for(gate))

    gate.set()
    assert await asyncio.gather(running, again) == ["done", "done"]


async def test_cancelling_a_result_stops_the_work(gate: asyncio.Event) -> None:
    stopped = asyncio.Event()

    async def work() -> None:
        try:
            await gate.wait()
        finally:
            stopped.set()

    lane = Lane("test", 1, 1)
    end = lane.submit(work)
    await settle()

    end.cancel()

    await asyncio.wait_for(stopped.wait(), 5)


async def test_work_that_fails_leaves_the_lane_going() -> None:
    async def fail() -> None:
        raise KeyError("x")

    lane = Lane("test", 1, 1)

    with pytest.raises(KeyError):
        await lane.submit(fail)
    assert await lane.submit(lambda: asyncio.sleep(0, "still there")) == "still there"


async def test_what_was_cancelled_while_it_waited_never_runs(gate: asyncio.Event) -> None:
    ran: list[str] = []

    async def work() -> None:
        ran.append("ran")

    lane = Lane("test", 1, 2)
    first, second = lane.submit(lambda: wait_for(gate)), lane.submit(work)
    second.cancel()
    gate.set()
    await first
    await settle()

    assert ran == []


async def test_what_follows_the_work_holds_no_worker(gate: asyncio.Event) -> None:
    lane = Lane("test", 1, 0)
    first = lane.submit_with(lambda: soon("one"), lambda made: after(gate, made))
    await settle()
    second = lane.submit_with(lambda: soon("two"), lambda made: after(gate, made))
    await settle()
    assert (first.done(), second.done()) == (False, False)
    gate.set()
    assert (await first, await second) == ("one, kept", "two, kept")


async def test_whoever_waits_gets_the_worker_when_the_work_is_done_not_what_follows(
    gate: asyncio.Event,
) -> None:
    lane = Lane("test", 1, 1)
    lane.submit_with(lambda: soon("one"), lambda made: after(gate, made))
    assert await lane.submit(lambda: soon("two")) == "two"


async def test_closing_ends_what_follows_too(gate: asyncio.Event) -> None:
    lane = Lane("test", 1, 0)
    kept = lane.submit_with(lambda: soon("one"), lambda made: after(gate, made))
    await settle()
    await lane.close()
    with pytest.raises(CompanionError) as caught:
        await kept
    assert caught.value.failure is Failure.CANCELLED


async def test_what_fails_after_the_work_is_told(gate: asyncio.Event) -> None:
    async def fails(_: str) -> str:
        raise KeyError("disk")

    lane = Lane("test", 1, 0)
    with pytest.raises(KeyError):
        await lane.submit_with(lambda: soon("one"), fails)
    assert await lane.submit(lambda: soon("two")) == "two"
