"""What holds for every paid call: once, in the books before it leaves, ended when nobody waits."""

from __future__ import annotations

import asyncio

import pytest

from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.paid import PAID, Paid, until
from tests.helpers.meter import FakeMeter

pytestmark = pytest.mark.gateway

every_call = pytest.mark.parametrize("paid", PAID.values(), ids=PAID)


@every_call
async def test_a_call_is_in_the_books_before_it_leaves_and_once(
    paid: Paid, gateway: LoopbackGateway
) -> None:
    meter = FakeMeter()
    await paid.call(gateway, meter)
    (charge,) = meter.charges
    assert (charge.source, charge.steps[0], charge.steps[-1]) == (paid.source, "begin", "end")
    assert "left" in charge.steps
    assert paid.count(gateway) == 1


@every_call
async def test_a_reply_that_is_cut_is_told_and_the_call_is_not_repeated(
    paid: Paid, gateway: LoopbackGateway
) -> None:
    paid.cut(gateway)
    meter = FakeMeter()
    with pytest.raises(CompanionError) as failed:
        await paid.call(gateway, meter)
    assert failed.value.failure in (
        Failure.SPEECH_UNREACHABLE,
        Failure.SPEECH_TRUNCATED,
        Failure.SPEECH_VOICE_UNCERTAIN,
    )
    assert (paid.count(gateway), len(meter.paid)) == (1, 1)


@every_call
async def test_what_the_books_refuse_does_not_leave(paid: Paid, gateway: LoopbackGateway) -> None:
    meter = FakeMeter(CompanionError(Failure.SPEECH_CAP_REACHED, "1 CNY a day"))
    with pytest.raises(CompanionError) as failed:
        await paid.call(gateway, meter)
    assert failed.value.failure is Failure.SPEECH_CAP_REACHED
    assert paid.count(gateway) == 0
    assert meter.charges[0].steps == ["begin", "end"]


@every_call
async def test_a_cancelled_call_ends_and_stays_in_the_books(
    paid: Paid, gateway: LoopbackGateway
) -> None:
    paid.stall(gateway)
    meter = FakeMeter()
    call = spawn(_made(paid, gateway, meter), "paid call")
    await until(lambda: paid.count(gateway) == 1)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert len(meter.paid) == 1
    assert meter.charges[0].steps[-1] == "end"


async def _made(paid: Paid, gateway: LoopbackGateway, meter: FakeMeter) -> None:
    await paid.call(gateway, meter)
