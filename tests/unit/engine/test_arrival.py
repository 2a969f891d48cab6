"""What a player has is found out anew whenever it may have changed; the newest finding holds."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from companion.engine import arrival
from companion.engine.access.identity import offline_id
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn
from tests.helpers.served_world import house

ALEX = offline_id("Alex")
TURNS = 100
"""Of the loop; what needs no disk is through in ten."""


async def test_a_reading_that_was_made_void_does_not_replace_what_a_newer_one_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as served, served.player("Alex") as alex:
        await served.world.order("grant system:default Alex")
        await alex.ask("/help")
        presence, slow = served.world.runtime.presence, asyncio.Event()
        found = await arrival.kept_of(presence._known, ALEX, presence._known.store.view(ALEX))
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
    async with house(tmp_path) as served, served.player("Alex") as alex:
        await served.world.order("grant system:default Alex")
        await alex.ask("/help")
        presence, sessions = served.world.runtime.presence, served.world.runtime._sessions
        guest = presence.guest(ALEX)
        assert guest is not None
        found = await arrival.kept_of(presence._known, ALEX, presence._known.store.view(ALEX))

        async def kept(*_: object) -> Any:
            presence._leave(guest)
            guest.system = ""  # as on a first arrival
            return found

        monkeypatch.setattr(arrival, "kept_of", kept)
        await arrival.arrive(presence._known, guest, presence)
        assert ALEX not in sessions._visits
