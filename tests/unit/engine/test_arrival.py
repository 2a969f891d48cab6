"""What a player has is found out anew whenever it may have changed; the newest finding holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.engine import arrival
from companion.engine.access.identity import offline_id
from companion.engine.runtime import Runtime
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn
from tests.helpers.engine_client import Outsider
from tests.helpers.served_world import house

ALEX = offline_id("Alex")
TURNS = 100
"""Of the loop; what needs no disk is through in ten."""


@asynccontextmanager
async def there(world: Path) -> AsyncIterator[tuple[Runtime, Outsider, Any]]:
    """Alex, bound and answered once; and what is kept of Alex."""
    async with house(world) as served, served.player("Alex") as alex:
        await served.world.order("grant system:default Alex")
        await alex.ask("/help")
        known = served.world.runtime.presence._known
        yield served.world.runtime, alex, await arrival.kept_of(known, ALEX, known.store.view(ALEX))


async def test_a_reading_that_was_made_void_does_not_replace_what_a_newer_one_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with there(tmp_path) as (runtime, alex, found):
        presence, slow = runtime.presence, asyncio.Event()
        readings = iter((slow.wait, None))

        async def kept(*_: object) -> Any:
            if wait := next(readings):
                await wait()
                raise CompanionError(Failure.CANCELLED, "a newer generation runs")
            return found

        monkeypatch.setattr(arrival, "kept_of", kept)
        older = spawn(presence.refresh(ALEX), "refresh")
        newer = spawn(presence.refresh(ALEX), "refresh")
        for _ in range(TURNS):
            await asyncio.sleep(0)
        slow.set()
        await asyncio.gather(older, newer)
        answer = await alex.ask("/help")
    assert answer.action == "system:help"


async def test_who_left_while_it_was_found_out_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with there(tmp_path) as (runtime, _, found):
        presence = runtime.presence
        guest = presence.guest(ALEX)
        assert guest is not None

        async def kept(*_: object) -> Any:
            presence._leave(guest)
            guest.system = ""  # as on a first arrival
            return found

        monkeypatch.setattr(arrival, "kept_of", kept)
        await arrival.arrive(presence._known, guest, presence)
        assert ALEX not in runtime._sessions._visits
