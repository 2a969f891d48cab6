"""The ledger of the whole server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from companion.engine.models.booking import ModelBooking
from companion.engine.models.model import ModelUsage
from companion.engine.usage import ledger as ledger_module
from companion.engine.usage import ledger_file
from companion.engine.usage.booking import SearchBooking
from companion.engine.usage.counters import ModelCount, Row, SearchCount, UsageSnapshot
from companion.engine.usage.ledger import MOST_QUEUED, UsageLedger
from companion.engine.usage.ledger_file import ledger_path, save
from tests.helpers.store_rig import ALEX, opened

CALL = ModelBooking("alex", "deepseek/flash", ModelUsage(34, 4, 12, 2))
ONE = ModelCount(1, 0, 34, 4, 12, 2)


class Days:
    """A day that changes when told."""

    def __init__(self) -> None:
        self.today = "2026-10-07"

    def __call__(self) -> str:
        return self.today


@asynccontextmanager
async def ledger(world: Path, days: Days | None = None) -> AsyncIterator[UsageLedger]:
    kept = UsageLedger(ledger_path(world), days or Days(), write_every_s=0.0)
    await kept.start()
    try:
        yield kept
    finally:
        await kept.stop()


@pytest_asyncio.fixture
async def writes(monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[bool]:
    """Tells of each write, and whether the disk took it."""
    told: asyncio.Queue[bool] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def watched(path: Path, snapshot: UsageSnapshot) -> None:
        is_taken = False
        try:
            save(path, snapshot)
            is_taken = True
        finally:
            loop.call_soon_threadsafe(told.put_nowait, is_taken)

    monkeypatch.setattr(ledger_module, "save", watched)
    return told


@pytest.mark.behaviour("USAGE-008")
async def test_what_was_reported_is_what_is_counted(tmp_path: Path) -> None:
    async with ledger(tmp_path) as kept:
        kept.book(CALL)

        row = Row("alex", "deepseek/flash", "2026-10-07", ONE, ONE)
        assert kept.snapshot().models == (row,)


async def test_a_call_that_reported_nothing_is_counted_as_that(tmp_path: Path) -> None:
    async with ledger(tmp_path) as kept:
        kept.book(ModelBooking("alex", "m", None))

        assert kept.snapshot().models[0].total == ModelCount(calls=1, unreported=1)


@pytest.mark.behaviour("USAGE-009")
async def test_concurrent_calls_add_up_exactly(tmp_path: Path) -> None:
    async def call(kept: UsageLedger) -> None:
        for _ in range(100):
            kept.book(CALL)
            await asyncio.sleep(0)

    async with ledger(tmp_path) as kept, asyncio.TaskGroup() as tasks:
        for _ in range(20):
            tasks.create_task(call(kept))
    async with ledger(tmp_path) as again:
        row = again.snapshot().models[0]

    assert row.total == row.today == ModelCount(2000, 0, 68_000, 8_000, 24_000, 4_000)


async def test_more_bookings_than_the_queue_holds_are_all_counted(tmp_path: Path) -> None:
    async with ledger(tmp_path) as kept:
        for _ in range(2 * MOST_QUEUED + 1):
            kept.book(CALL)

        assert len(kept._queue) < MOST_QUEUED
        assert kept.snapshot().models[0].total.calls == 2 * MOST_QUEUED + 1


@pytest.mark.behaviour("USAGE-010")
async def test_searches_and_their_tokens_stand_in_one_ledger(tmp_path: Path) -> None:
    async with ledger(tmp_path) as kept:
        kept.book(SearchBooking("alex", "deepseek", searches=1))
        kept.book(SearchBooking("alex", "deepseek", fetches=2))
        kept.book(CALL)

        snapshot = kept.snapshot()
    assert [row.total for row in snapshot.searches] == [SearchCount(1, 2)]
    assert [row.total for row in snapshot.models] == [ONE]


@pytest.mark.behaviour("USAGE-015", "USAGE-010")
async def test_later_bookings_do_not_change_a_snapshot(tmp_path: Path) -> None:
    async with ledger(tmp_path) as kept:
        kept.book(CALL)
        before = kept.snapshot()
        kept.book(CALL)

    assert before.models[0].total == ONE
    with pytest.raises(AttributeError):
        before.models[0].total.calls = 5  # type: ignore[misc]


@pytest.mark.behaviour("USAGE-020")
async def test_today_starts_from_nothing_at_the_turn_of_the_day(tmp_path: Path) -> None:
    days = Days()
    async with ledger(tmp_path, days) as kept:
        kept.book(CALL)
        days.today = "2026-10-08"
        quiet = kept.snapshot().models[0]
        kept.book(CALL)
        busy = kept.snapshot().models[0]

    assert (quiet.today, quiet.total.calls) == (ModelCount(), 1)
    assert (busy.day, busy.today.calls, busy.total.calls) == ("2026-10-08", 1, 2)


@pytest.mark.behaviour("USAGE-006")
async def test_usage_is_in_the_worlds_file_and_goes_on_from_there(tmp_path: Path) -> None:
    async with ledger(tmp_path) as kept:
        kept.book(CALL)
    file = tmp_path / "data" / "system" / "token_usage.dat"

    assert json.loads(file.read_bytes())["models"][0]["total"]["output"] == 12
    async with ledger(tmp_path) as again:
        again.book(CALL)
        assert again.snapshot().models[0].total.calls == 2


async def test_usage_is_written_while_the_engine_runs(
    tmp_path: Path, writes: asyncio.Queue[bool]
) -> None:
    async with ledger(tmp_path) as kept:
        kept.book(CALL)
        assert await asyncio.wait_for(writes.get(), 5)

        assert json.loads(ledger_path(tmp_path).read_bytes())["models"]


@pytest.mark.behaviour("USAGE-007")
async def test_deleting_a_player_leaves_their_usage(tmp_path: Path) -> None:
    async with opened(tmp_path) as store, ledger(tmp_path) as kept:
        kept.book(ModelBooking(str(ALEX), "m", ModelUsage(1)))
        await store.delete(ALEX)
    async with ledger(tmp_path) as again:
        rows = again.snapshot().models

    assert [(row.player, row.total.calls) for row in rows] == [(str(ALEX), 1)]


@pytest.mark.behaviour("USAGE-005")
def test_the_ledger_has_no_place_for_speech() -> None:
    assert UsageSnapshot.__struct_fields__ == ("models", "searches", "version")


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff\xfe\x00", b"[]", b'{"models": 5}', b'{"version": 2}', b'{"coins": []}',
     b'{"models": [{"player": "a", "source": "m", "day": "", "today": {"calls": -1}}]}',
     b"[" * 100_000],
    ids=["empty", "cut", "binary", "list", "wrong type", "newer", "foreign", "negative", "deep"],
)  # fmt: skip
async def test_a_damaged_file_is_kept_and_counting_goes_on(data: bytes, tmp_path: Path) -> None:
    file = ledger_path(tmp_path)
    file.parent.mkdir(parents=True)
    file.write_bytes(data)

    async with ledger(tmp_path) as kept:
        kept.book(CALL)
        assert "token_usage.dat.broken-1" in kept.faults[0]

    assert file.with_name("token_usage.dat.broken-1").read_bytes() == data
    assert json.loads(file.read_bytes())["models"][0]["total"]["calls"] == 1


async def test_a_file_too_large_to_be_ours_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ledger(tmp_path) as kept:
        kept.book(CALL)
    monkeypatch.setattr(ledger_file, "MOST_BYTES", 10)

    async with ledger(tmp_path) as again:
        assert "larger than" in again.faults[0]
        assert again.snapshot().models == ()


async def test_a_damaged_file_that_cannot_be_set_aside_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "no")

    file = ledger_path(tmp_path)
    file.parent.mkdir(parents=True)
    file.write_bytes(b"damaged")
    monkeypatch.setattr(ledger_file.os, "rename", refuse)

    async with ledger(tmp_path) as kept:
        kept.book(CALL)
        assert "not set aside" in kept.faults[0]

    assert file.read_bytes() == b"damaged"


async def test_a_second_damaged_file_gets_a_name_of_its_own(tmp_path: Path) -> None:
    file = ledger_path(tmp_path)
    file.parent.mkdir(parents=True)
    for data in (b"first", b"second"):
        file.write_bytes(data)
        async with ledger(tmp_path):
            pass

    kept = [file.with_name(f"{file.name}.broken-{n}").read_bytes() for n in (1, 2)]
    assert kept == [b"first", b"second"]


async def test_a_file_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    file = ledger_path(tmp_path)
    file.mkdir(parents=True)  # reading a folder fails, and replacing it would too

    async with ledger(tmp_path) as kept:
        kept.book(CALL)
        assert kept.faults
        assert kept.snapshot().models[0].total == ONE

    assert file.is_dir()


async def test_a_disk_that_refuses_loses_nothing_that_is_counted(
    tmp_path: Path, writes: asyncio.Queue[bool]
) -> None:
    async with ledger(tmp_path) as kept:
        (tmp_path / "data").write_bytes(b"a file where a folder should be")
        kept.book(CALL)
        assert not await asyncio.wait_for(writes.get(), 5)
        (tmp_path / "data").unlink()
        kept.book(CALL)

    written = json.loads(ledger_path(tmp_path).read_bytes())
    assert written["models"][0]["total"]["calls"] == 2
