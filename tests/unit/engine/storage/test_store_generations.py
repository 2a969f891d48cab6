from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from companion.engine.storage.database import Table
from companion.engine.storage.module_access import MODULE_ACCESS, ModuleAccess
from companion.engine.storage.paths import WorldPaths
from companion.engine.storage.record import PlayerRecord
from companion.engine.storage.sqlite_store import SqliteStore
from companion.support.errors import CompanionError, Failure
from tests.helpers.store_rig import (
    ALEX,
    STEVE,
    beside,
    business,
    coins,
    earn,
    event,
    mark,
    opened,
    reply_number,
    spoken,
    step,
)

NOTES = Table("system:notes", str)


async def fill(store: SqliteStore, player: UUID) -> None:
    view = store.view(player)
    await view.update(lambda data: data.set_record(PlayerRecord(systems=("demo:daily",))))
    await view.update(earn(5))
    await view.begin(step("credit"))
    await view.update(lambda data: data.enqueue(event("e1")))
    await view.remember(spoken(player.int))
    await view.database.put(NOTES, {"a": "b"})


async def is_gone(store: SqliteStore, player: UUID) -> bool:
    data, turns = await store.copy(
        player,
        lambda data: (data.record().is_bound, coins(data), data.tasks(), data.unfinished()),
        reply_number,
        10,
    )
    notes = await store.view(player).database.entries(NOTES)
    return (data, turns, notes) == ((False, 0, (), ()), (), {})


@pytest.mark.behaviour("STORE-050", "BIND-011")
async def test_nothing_that_began_before_a_revoke_can_write_after_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await fill(store, ALEX)
        old = store.view(ALEX)
        await store.delete(ALEX)
        late = (
            old.update(earn(1)),
            old.begin(step("late")),
            old.done(step("credit"), b"1"),
            old.remember(spoken(9)),
            old.database.put(NOTES, {"x": "y"}),
            old.read(coins),
            old.replay(UUID(int=1), mark(1)),
            old.history(reply_number, 5),
        )
        for call in late:
            with pytest.raises(CompanionError) as caught:
                await call
            assert caught.value.failure is Failure.CANCELLED
        assert not old.is_current
        assert await is_gone(store, ALEX)
        assert ALEX not in await store.players()


@pytest.mark.behaviour("STORE-050")
async def test_the_generation_is_looked_at_in_the_transaction_itself(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        with beside(business(tmp_path)) as rows:
            rows.execute("BEGIN IMMEDIATE")  # what is submitted now waits for the lock
            waiting = [view.update(earn(1)), view.remember(spoken(1))]
            store.invalidate(ALEX)
            rows.execute("COMMIT")
        for call in waiting:
            with pytest.raises(CompanionError):
                await call
        assert await is_gone(store, ALEX)


@pytest.mark.behaviour("BIND-012", "KNOW-015")
async def test_a_delete_takes_everything_of_one_player_and_nothing_of_another(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as store:
        for player in (ALEX, STEVE):
            await fill(store, player)
        await store.shared.put(NOTES, {"shared": "stays"})
        await store.delete(ALEX)
        assert not WorldPaths(tmp_path).private_database(ALEX).exists()
        assert await is_gone(store, ALEX)
        assert not await is_gone(store, STEVE)
        assert await store.shared.find(NOTES, "shared") == "stays"
    async with opened(tmp_path) as store:
        assert await is_gone(store, ALEX)


@pytest.mark.behaviour("BIND-011")
async def test_after_a_revoke_a_new_task_starts_from_nothing_and_works(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await fill(store, ALEX)
        await store.delete(ALEX)
        assert await store.view(ALEX).update(earn(2)) == 2
        assert await store.view(ALEX).remember(spoken(3))


@pytest.mark.behaviour("BIND-016")
async def test_what_cannot_be_read_can_be_deleted(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await fill(store, ALEX)
    private = WorldPaths(tmp_path).private_database(ALEX)
    private.write_bytes(b"nonsense")
    async with opened(tmp_path) as store:
        with beside(business(tmp_path)) as rows:
            rows.execute("UPDATE player SET body = x'00'")
            rows.execute("UPDATE ledger SET body = x'00'")
            rows.execute("UPDATE task SET state = 'FOO'")
        with pytest.raises(CompanionError):
            await store.read(ALEX, lambda data: data.record())
        await store.delete(ALEX)
        assert await is_gone(store, ALEX)


@pytest.mark.behaviour("BIND-014")
async def test_a_delete_that_fails_says_so_keeps_the_binding_and_stops_the_tasks(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as store:
        await fill(store, ALEX)
        old = store.view(ALEX)
        private = WorldPaths(tmp_path).private_database(ALEX)
        with beside(private) as rows:
            rows.execute("SELECT 1 FROM entry").fetchall()
        private.rename(private.with_suffix(".away"))
        private.mkdir()  # a file that cannot be removed
        with pytest.raises(CompanionError) as caught:
            await store.delete(ALEX)
        assert caught.value.failure is Failure.STORAGE_UNAVAILABLE
        assert not old.is_current
        assert await store.read(ALEX, lambda data: data.record().is_bound)
        private.rmdir()
        await store.delete(ALEX)
        assert await is_gone(store, ALEX)


@pytest.mark.behaviour("PERM-008", "USAGE-007")
async def test_records_of_the_world_are_not_the_players_and_stay(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "system"
    folder.mkdir(parents=True)
    for name in ("ai_access.dat", "token_usage.dat"):
        (folder / name).write_bytes(f'{{"{ALEX}":1}}'.encode())
    async with opened(tmp_path) as store:
        await fill(store, ALEX)
        await store.delete(ALEX)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        name: f'{{"{ALEX}":1}}'.encode() for name in ("ai_access.dat", "token_usage.dat")
    }


@pytest.mark.behaviour("MOD-044")
async def test_an_operators_choice_of_modules_survives_a_restart_and_goes_with_a_revoke(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as store:
        chosen = ModuleAccess().with_module("demo:shop").without_module("demo:lottery")
        await store.view(ALEX).update(lambda data: data.put(MODULE_ACCESS, chosen))
    async with opened(tmp_path) as store:
        assert await store.read(ALEX, lambda data: data.get(MODULE_ACCESS)) == ModuleAccess(
            ("demo:shop",), ("demo:lottery",)
        )
        await store.delete(ALEX)
        assert await store.read(ALEX, lambda data: data.get(MODULE_ACCESS)) == ModuleAccess()


def test_a_module_is_added_or_removed_and_never_both() -> None:
    access = ModuleAccess().with_module("a:b").without_module("a:b")
    assert access == ModuleAccess((), ("a:b",))
    assert access.with_module("a:b") == ModuleAccess(("a:b",), ())
    assert access.cleared("a:b") == ModuleAccess()
