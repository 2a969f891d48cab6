from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.engine.storage.ledger import Ledger
from companion.engine.storage.ticking import StorageTicker, Ticking
from companion.support.loops import spawn
from tests.helpers.store_rig import ALEX, beside, business, opened


class Energy(msgspec.Struct, frozen=True):
    points: int = 0
    since: float = 0.0


ENERGY = Ledger("demo:energy", "demo:energy", Energy, Energy)
MOST = 5


def grow(value: Energy, now: float) -> Energy:
    """A point a second, up to the most."""
    grown = min(MOST, value.points + int(now - value.since))
    return value if grown == value.points else Energy(grown, now)


TICKING = Ticking(ENERGY, grow)


def writes(store) -> int:  # type: ignore[no-untyped-def]
    return int(store._writer._connection.total_changes)


@pytest.mark.behaviour("STORE-040", "STORE-063")
async def test_ticks_touch_memory_and_a_second_of_them_is_one_save(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        ticker = StorageTicker(store.view(ALEX), [TICKING])
        await ticker.start(0.0)
        saves = 0
        for turn in range(1, 61):
            now = turn / 20
            ticker.tick(now)
            if ticker.is_due(now):
                await ticker.save(now)
                saves += 1
        assert saves == writes(store) == 3
        assert await store.read(ALEX, lambda data: data.get(ENERGY)) == ticker.value(ENERGY)


@pytest.mark.behaviour("STORE-063", "STORE-038")
async def test_ticks_that_change_nothing_write_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.update(ALEX, lambda data: data.put(ENERGY, Energy(MOST)))
        before = writes(store)
        ticker = StorageTicker(store.view(ALEX), [TICKING])
        await ticker.start(0.0)
        for turn in range(100):
            ticker.tick(float(turn))
            assert not ticker.is_due(float(turn))
        await ticker.save(100.0)
        assert writes(store) == before


@pytest.mark.behaviour("STORE-041")
async def test_two_configurations_of_one_owner_tick_once(tmp_path: Path) -> None:
    seen: list[float] = []

    def watch(value: Energy, now: float) -> Energy:
        seen.append(now)
        return value

    async with opened(tmp_path) as store:
        ticker = StorageTicker(store.view(ALEX), [Ticking(ENERGY, watch), Ticking(ENERGY, watch)])
        await ticker.start(0.0)
        ticker.tick(1.0)
    assert seen == [1.0]


async def test_a_change_made_between_ticks_is_not_lost(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        ticker = StorageTicker(store.view(ALEX), [TICKING])
        await ticker.start(0.0)
        ticker.tick(2.0)
        await store.update(ALEX, lambda data: data.put(ENERGY, Energy(1, 1.0)))
        await ticker.save(2.0)
        assert await store.read(ALEX, lambda data: data.get(ENERGY)) == Energy(2, 2.0)
        assert ticker.value(ENERGY) == Energy(2, 2.0)


@pytest.mark.behaviour("STORE-043")
async def test_a_tick_waits_for_no_lock(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        ticker = StorageTicker(store.view(ALEX), [TICKING])
        await ticker.start(0.0)
        with beside(business(tmp_path)) as rows:
            rows.execute("BEGIN IMMEDIATE")
            ticker.tick(1.0)
            saving = spawn(ticker.save(1.0), "save")
            ticker.tick(3.0)
            assert ticker.value(ENERGY).points == 3
            assert not saving.done()
            rows.execute("COMMIT")
        await saving


async def test_a_save_that_fails_is_tried_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        ticker = StorageTicker(store.view(ALEX), [TICKING])
        await ticker.start(0.0)
        ticker.tick(2.0)
        with beside(business(tmp_path)) as rows:
            rows.execute("ALTER TABLE ledger RENAME TO elsewhere")
            await ticker.save(2.0)
            rows.execute("ALTER TABLE elsewhere RENAME TO ledger")
        assert ticker.is_due(3.0)
        await ticker.save(3.0)
        assert (await store.read(ALEX, lambda data: data.get(ENERGY))).points == 3
