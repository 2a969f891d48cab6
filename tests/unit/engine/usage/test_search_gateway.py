"""Web calls are counted when they leave, whatever comes of them, and are never too many."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from companion.engine.usage.booking import SearchBooking
from companion.engine.usage.search_gateway import SearchGateway, WebCall
from companion.support.errors import CompanionError, Failure


class Rig:
    """A gateway and what it booked."""

    def __init__(self, places: int = 4) -> None:
        self.provider = "brave"
        self.booked: list[SearchBooking] = []
        self.gateway = SearchGateway(lambda: self.provider, self.booked.append, places)

    async def fails(self, error: BaseException, *, sent: bool) -> None:
        """Make a call that ends with an error."""
        async with self.gateway.call("alex", WebCall.SEARCH, 1.0) as call:
            call.was_sent = sent
            raise error


@pytest.mark.parametrize(
    ("kind", "booked"),
    [
        (WebCall.SEARCH, SearchBooking("alex", "brave", searches=1)),
        (WebCall.FETCH, SearchBooking("alex", "brave", fetches=1)),
    ],
)
async def test_a_call_is_booked_by_kind(kind: WebCall, booked: SearchBooking) -> None:
    rig = Rig()
    async with rig.gateway.call("alex", kind, 1.0) as call:
        call.was_sent = True
        rig.provider = "searxng"
    assert rig.booked == [booked]


@pytest.mark.parametrize("error", [OSError(), asyncio.CancelledError(), CompanionError])
@pytest.mark.parametrize("sent", [True, False], ids=["left", "did not leave"])
async def test_a_call_that_failed_counts_when_it_left(error: BaseException, sent: bool) -> None:
    rig = Rig()
    failing = CompanionError(Failure.BUSY) if error is CompanionError else error
    with pytest.raises(type(failing)):
        await rig.fails(failing, sent=sent)
    assert len(rig.booked) == int(sent)


async def test_a_call_without_a_place_does_not_leave_and_a_place_comes_back() -> None:
    rig = Rig(places=2)
    async with AsyncExitStack() as calls:
        for _ in range(2):
            await calls.enter_async_context(rig.gateway.call("", WebCall.SEARCH, 1.0))
        with pytest.raises(CompanionError) as refused:
            await calls.enter_async_context(rig.gateway.call("", WebCall.SEARCH, 0.0))
    assert refused.value.failure is Failure.BUSY
    async with rig.gateway.call("", WebCall.FETCH, 0.0) as call:
        call.was_sent = True
    assert rig.booked == [SearchBooking("", "brave", fetches=1)]
