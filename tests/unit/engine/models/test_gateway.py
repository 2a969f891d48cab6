"""The gate: places, quota, meter, and nothing asked twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing

import pytest

from companion.engine.models.booking import ModelBooking
from companion.engine.models.failure import ModelError
from companion.engine.models.gateway import ModelGateway
from companion.engine.models.model import Model, ModelReply, ModelUsage
from companion.support.errors import Failure
from tests.helpers.engine_desk import settle
from tests.helpers.models_make import PLAYER, USAGE, FakeMeter, FakeModel, FakeQuota, read, request

SENT = ModelError(Failure.MODEL_SERVICE_ERROR, was_sent=True, usage=ModelUsage(input=3))
NOT_SENT = ModelError(Failure.MODEL_UNREACHABLE)


class Gate:
    """A gateway and all that hangs on it."""

    def __init__(self, *answers: ModelReply | Exception, places: int = 8, left: int = 1000) -> None:
        self.model = FakeModel(*answers)
        self.quota = FakeQuota(left)
        self.meter = FakeMeter()
        self.current: Callable[[], Model] = lambda: self.model
        self.gateway = ModelGateway(lambda: self.current(), self.quota, self.meter.book, places)

    async def fails(self, **fields: object) -> ModelError:
        with pytest.raises(ModelError) as failed:
            await self.gateway.complete(request(**fields))
        return failed.value


@pytest.mark.behaviour("USAGE-008")
async def test_a_call_is_booked_with_what_the_service_reported() -> None:
    gate = Gate()

    reply = await gate.gateway.complete(request())

    assert reply.text == "Two."
    assert gate.meter.bookings == [ModelBooking(PLAYER, "fake/one", USAGE)]


@pytest.mark.behaviour("USAGE-008")
async def test_a_stream_passes_through_and_is_booked_once() -> None:
    gate = Gate(ModelReply("Two are open.", usage=USAGE))

    texts, reply = await read(gate.gateway, request())

    assert (texts, reply and reply.usage) == (["Two", "are", "open."], USAGE)
    assert gate.meter.bookings == [ModelBooking(PLAYER, "fake/one", USAGE)]


@pytest.mark.behaviour("ENG-012", "ENG-013")
async def test_calls_beyond_the_places_wait_for_one() -> None:
    gate = Gate(places=2)
    gate.model.gate.clear()
    async with asyncio.TaskGroup() as tasks:
        for _ in range(3):
            tasks.create_task(gate.gateway.complete(request()))
        await settle()
        assert len(gate.model.asked) == 2
        gate.model.gate.set()

    assert (len(gate.model.asked), gate.model.most_at_once) == (3, 2)


async def test_eight_calls_run_at_once_unless_told_otherwise() -> None:
    gate = Gate()
    gate.gateway = ModelGateway(lambda: gate.model, gate.quota, gate.meter.book)
    gate.model.gate.clear()
    async with asyncio.TaskGroup() as tasks:
        for _ in range(9):
            tasks.create_task(gate.gateway.complete(request()))
        await settle()
        assert gate.model.at_once == 8
        gate.model.gate.set()


async def test_without_a_place_in_time_a_call_is_refused_and_costs_nothing() -> None:
    gate = Gate(places=1)
    gate.model.gate.clear()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(gate.gateway.complete(request()))
        await settle()

        error = await gate.fails(timeout_s=0.02)
        gate.model.gate.set()

    assert (error.failure, error.was_sent) == (Failure.MODEL_BUSY, False)
    assert (len(gate.model.asked), gate.quota.left) == (1, 999)


async def test_time_spent_on_waiting_is_taken_off_the_calls_own() -> None:
    gate = Gate(places=1)
    gate.model.gate.clear()
    async with asyncio.TaskGroup() as tasks:
        for _ in range(2):
            tasks.create_task(gate.gateway.complete(request(timeout_s=5.0)))
        await settle()
        gate.model.gate.set()

    first, second = gate.model.asked
    assert 0 < second.timeout_s < first.timeout_s < 5.0


@pytest.mark.behaviour("USAGE-021")
async def test_a_used_up_quota_refuses_before_anything_is_asked() -> None:
    gate = Gate(left=1)
    await gate.gateway.complete(request())

    error = await gate.fails()

    assert (error.failure, len(gate.model.asked)) == (Failure.MODEL_QUOTA, 1)
    assert len(gate.meter.bookings) == 1


@pytest.mark.parametrize(
    ("error", "left", "booked"),
    [(SENT, 9, [ModelBooking(PLAYER, "fake/one", ModelUsage(input=3))]), (NOT_SENT, 10, [])],
    ids=["it left", "it never left"],
)
async def test_a_failed_call_counts_only_when_it_left(
    error: ModelError, left: int, booked: list[ModelBooking]
) -> None:
    gate = Gate(error, left=10)

    assert await gate.fails() is error
    assert (gate.quota.left, gate.meter.bookings) == (left, booked)


@pytest.mark.parametrize("error", [SENT, NOT_SENT])
async def test_no_failed_call_is_made_again(error: ModelError) -> None:
    gate = Gate(error)

    await gate.fails()

    assert len(gate.model.asked) == 1


@pytest.mark.parametrize("error", [SENT, NOT_SENT, ValueError("a fault of ours")])
async def test_a_failed_call_frees_its_place(error: Exception) -> None:
    gate = Gate(error, ModelReply("Two."), places=1)
    with pytest.raises(type(error)):
        await gate.gateway.complete(request())

    assert (await gate.gateway.complete(request(timeout_s=0.5))).text == "Two."


async def test_a_refused_quota_frees_its_place() -> None:
    gate = Gate(places=1, left=0)
    await gate.fails()
    gate.quota.left = 1

    assert (await gate.gateway.complete(request(timeout_s=0.5))).text == "Two."


async def test_a_cancelled_call_frees_its_place_and_is_booked_as_unreported() -> None:
    gate = Gate(places=1)
    gate.model.gate.clear()
    task = asyncio.get_running_loop().create_task(gate.gateway.complete(request()))
    await settle()

    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    gate.model.gate.set()

    assert gate.meter.bookings == [ModelBooking(PLAYER, "fake/one", None)]
    assert (await gate.gateway.complete(request(timeout_s=0.5))).text == "Two."


async def test_a_stream_that_is_left_early_frees_its_place() -> None:
    gate = Gate(ModelReply("Two are open."), places=1)
    async with aclosing(gate.gateway.stream(request())) as deltas:
        async for _ in deltas:
            break

    assert gate.meter.bookings == [ModelBooking(PLAYER, "fake/one", None)]
    assert (await gate.gateway.complete(request(timeout_s=0.5))).text == "Two are open."


@pytest.mark.behaviour("ENG-082")
async def test_a_call_under_way_is_booked_to_the_model_it_was_sent_to() -> None:
    gate = Gate()
    gate.model.gate.clear()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(gate.gateway.complete(request()))
        await settle()
        other = FakeModel(id="fake/other")
        gate.current = lambda: other
        gate.model.gate.set()
    await gate.gateway.complete(request())

    assert [booking.model for booking in gate.meter.bookings] == ["fake/one", "fake/other"]
    assert gate.gateway.id == "fake/other"


async def test_the_server_itself_is_booked_without_a_player() -> None:
    gate = Gate()

    await gate.gateway.complete(request(player=""))

    assert gate.meter.bookings == [ModelBooking("", "fake/one", USAGE)]


async def test_no_word_of_a_request_or_reply_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    gate = Gate(ModelReply("canary answer"), SENT)
    await gate.gateway.complete(request())
    await gate.fails()

    assert "test:chat" in caplog.text
    assert "canary" not in caplog.text
    assert "What is open" not in caplog.text
