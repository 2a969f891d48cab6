from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from companion.engine.storage import database_thread
from companion.engine.storage.database import Table
from companion.engine.storage.database_thread import MOST_OPEN
from companion.engine.storage.paths import WorldPaths
from companion.support.errors import CompanionError, Failure
from tests.helpers.store_rig import ALEX, STEVE, Limits, beside, opened


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


KNOWLEDGE = Table("system:knowledge", Passage)
GUIDES = Table("system:ftb_guides", Passage)


@pytest.mark.behaviour("KNOW-016")
async def test_tables_of_one_database_lie_apart(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.shared.put(KNOWLEDGE, {"a": Passage("one")})
        await store.shared.replace(GUIDES, {"a": Passage("two"), "b": Passage("three")})
        await store.shared.replace(GUIDES, {"c": Passage("four")})
        assert await store.shared.entries(KNOWLEDGE) == {"a": Passage("one")}
        assert await store.shared.entries(GUIDES) == {"c": Passage("four")}
        assert await store.shared.remove(GUIDES, "c")
        assert not await store.shared.remove(GUIDES, "c")
    async with opened(tmp_path) as store:
        assert await store.shared.find(KNOWLEDGE, "a") == Passage("one")
        assert await store.shared.find(GUIDES, "c") is None


async def test_a_players_database_is_made_when_first_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        path = WorldPaths(tmp_path).private_database(ALEX)
        assert await store.view(ALEX).database.entries(KNOWLEDGE) == {}
        assert not await store.view(ALEX).database.remove(KNOWLEDGE, "a")
        assert not path.exists()
        await store.view(ALEX).database.put(KNOWLEDGE, {"a": Passage("mine")})
        assert path.exists()
        assert await store.view(STEVE).database.find(KNOWLEDGE, "a") is None
        assert await store.shared.find(KNOWLEDGE, "a") is None


@pytest.mark.behaviour("STORE-062")
async def test_databases_have_limits_of_their_own(tmp_path: Path) -> None:
    limits = Limits(business_bytes=1024, private_database_bytes=4096, shared_database_bytes=8192)
    async with opened(tmp_path, limits) as store:
        mine = store.view(ALEX).database
        await mine.put(KNOWLEDGE, {"a": Passage("x" * 4000)})
        await store.shared.put(KNOWLEDGE, {"a": Passage("x" * 8000)})
        for full in (mine, store.shared):
            with pytest.raises(CompanionError) as caught:
                await full.put(KNOWLEDGE, {"b": Passage("x" * 400)})
            assert caught.value.failure is Failure.STORAGE_FULL
            assert await full.find(KNOWLEDGE, "b") is None
        limits.set(private_database_bytes=8192)
        await mine.put(KNOWLEDGE, {"b": Passage("x" * 400)})


async def test_a_call_that_fails_changes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(shared_database_bytes=1024)) as store:
        await store.shared.put(KNOWLEDGE, {"a": Passage("old")})
        with pytest.raises(CompanionError):
            await store.shared.replace(KNOWLEDGE, {"b": Passage("x" * 4000)})
        assert await store.shared.entries(KNOWLEDGE) == {"a": Passage("old")}


@pytest.mark.behaviour("KNOW-006")
async def test_a_damaged_entry_is_an_error_and_not_an_empty_result(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.shared.put(KNOWLEDGE, {"a": Passage("one")})
        with beside(WorldPaths(tmp_path).shared_database) as rows:
            rows.execute("UPDATE entry SET body = x'7b'")
        for call in (store.shared.find(KNOWLEDGE, "a"), store.shared.entries(KNOWLEDGE)):
            with pytest.raises(CompanionError) as caught:
                await call
            assert caught.value.failure is Failure.STORAGE_UNAVAILABLE


async def test_a_damaged_private_file_is_kept_and_costs_its_player_alone(tmp_path: Path) -> None:
    path = WorldPaths(tmp_path).private_database(ALEX)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"nonsense")
    async with opened(tmp_path) as store:
        with pytest.raises(CompanionError) as caught:
            await store.view(ALEX).database.put(KNOWLEDGE, {"a": Passage("one")})
        await store.view(STEVE).database.put(KNOWLEDGE, {"a": Passage("one")})
    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE
    assert path.read_bytes() == b"nonsense"


async def test_many_players_databases_keep_few_files_open(tmp_path: Path) -> None:
    players = [UUID(int=number) for number in range(MOST_OPEN + 10)]
    async with opened(tmp_path) as store:
        await asyncio.gather(
            *(store.view(one).database.put(KNOWLEDGE, {"a": Passage(str(one))}) for one in players)
        )
        for one in players:
            assert await store.view(one).database.find(KNOWLEDGE, "a") == Passage(str(one))
        assert len(store._private_thread._open) <= MOST_OPEN


async def test_more_than_may_wait_is_busy_and_after_the_end_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as store:
        with monkeypatch.context() as patch:
            patch.setattr(database_thread, "MOST_WAITING", 0)
            with pytest.raises(CompanionError) as busy:
                await store.shared.find(KNOWLEDGE, "a")
        assert await store.shared.find(KNOWLEDGE, "a") is None
    with pytest.raises(CompanionError) as closed:
        await store.shared.find(KNOWLEDGE, "a")
    assert (busy.value.failure, closed.value.failure) == (Failure.BUSY, Failure.CANCELLED)


async def test_an_entry_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        with pytest.raises(CompanionError) as caught:
            await store.shared.put(Table("a:b", object), {"a": object()})
        assert caught.value.failure is Failure.STORAGE_UNAVAILABLE


@pytest.mark.behaviour("KNOW-017")
async def test_the_loop_goes_on_while_a_database_is_locked(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.shared.put(KNOWLEDGE, {"a": Passage("one")})
        with beside(WorldPaths(tmp_path).shared_database) as rows:
            rows.execute("BEGIN IMMEDIATE")
            slow = asyncio.gather(store.shared.put(KNOWLEDGE, {"b": Passage("two")}))
            await store.view(ALEX).database.put(KNOWLEDGE, {"a": Passage("mine")})
            assert not slow.done()
            rows.execute("COMMIT")
        await slow
        assert await store.shared.find(KNOWLEDGE, "b") == Passage("two")
