from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.storage.ledger import Ledger
from companion.engine.storage.record import PlayerRecord
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn
from tests.helpers.store_rig import (
    ALEX,
    ORDERS,
    PURSE,
    STEVE,
    Limits,
    Order,
    Purse,
    beside,
    business,
    coins,
    earn,
    opened,
)


@pytest.mark.behaviour("STORE-042")
async def test_a_change_is_there_after_the_store_was_opened_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        assert await store.update(ALEX, earn(5)) == 5
    async with opened(tmp_path) as store:
        assert await store.read(ALEX, coins) == 5


@pytest.mark.behaviour("STORE-042")
async def test_every_commit_is_synced_to_the_disk(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        connection = store._writer._connection  # the one connection that writes
        modes = [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "fullfsync")
        ]
    assert modes == ["wal", 2, 1]


@pytest.mark.behaviour("STORE-023", "STORE-024")
async def test_a_change_that_raises_leaves_nothing_behind(tmp_path: Path) -> None:
    def breaks(transaction: Any) -> None:
        transaction.put(PURSE, Purse(99))
        transaction.put(ORDERS, Order("cake"), "1")
        transaction.set_record(PlayerRecord(systems=("demo:daily",)))
        raise KeyError("broken")

    async with opened(tmp_path) as store:
        await store.update(ALEX, earn(1))
        with pytest.raises(KeyError, match="broken"):
            await store.update(ALEX, breaks)
        assert await store.read(ALEX, coins) == 1
        assert await store.read(ALEX, lambda data: data.entries(ORDERS)) == ()
    async with opened(tmp_path) as store:
        assert not await store.read(ALEX, lambda data: data.record().is_bound)


async def test_a_failing_change_takes_nothing_of_its_neighbours(tmp_path: Path) -> None:
    def fails(transaction: Any) -> None:
        earn(100)(transaction)
        raise ValueError("no")

    async with opened(tmp_path) as store:
        changes = [store.update(ALEX, fails if turn % 3 == 0 else earn(1)) for turn in range(30)]
        results = await asyncio.gather(*changes, return_exceptions=True)
        assert sum(isinstance(result, ValueError) for result in results) == 10
        assert await store.read(ALEX, coins) == 20


@pytest.mark.behaviour("STORE-024", "STORE-039", "STORE-060")
async def test_changing_what_was_read_changes_nothing_that_is_stored(tmp_path: Path) -> None:
    class Bag(msgspec.Struct):
        items: list[str]

    bags = Ledger("test:bag", "test:bag", Bag)
    async with opened(tmp_path) as store:
        given = Bag(["sword"])
        await store.update(ALEX, lambda data: data.put(bags, given))
        given.items.append("after")
        read = await store.read(ALEX, lambda data: data.find(bags))
        assert read is not None
        read.items.append("stolen")
        assert await store.read(ALEX, lambda data: data.find(bags)) == Bag(["sword"])


@pytest.mark.behaviour("STORE-038")
async def test_storing_what_is_stored_already_writes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        assert await store.update(ALEX, lambda data: data.put(PURSE, Purse(3)))
        before = store._writer._connection.total_changes
        assert not await store.update(ALEX, lambda data: data.put(PURSE, Purse(3)))
        await store.update(ALEX, lambda data: data.set_record(PlayerRecord()))
        assert not await store.update(ALEX, lambda data: data.set_record(PlayerRecord()))
        assert store._writer._connection.total_changes == before + 1


@pytest.mark.behaviour("STORE-035")
async def test_ledgers_of_one_owner_and_of_two_players_lie_apart(tmp_path: Path) -> None:
    other = Ledger("system:bank", "system:debt", Purse, Purse)
    elsewhere = Ledger("demo:bank", "system:purse", Purse, Purse)
    async with opened(tmp_path) as store:
        await store.update(ALEX, earn(7))
        assert await store.read(ALEX, lambda data: data.get(other)) == Purse()
        assert await store.read(ALEX, lambda data: data.get(elsewhere)) == Purse()
        assert await store.read(STEVE, coins) == 0


@pytest.mark.behaviour("STORE-037")
async def test_an_extension_keeps_its_own_books_without_touching_the_record(tmp_path: Path) -> None:
    class Pets(msgspec.Struct, frozen=True):
        names: tuple[str, ...] = ()

    pets = Ledger("example:pets", "example:pets", Pets, Pets)
    async with opened(tmp_path) as store:
        await store.update(ALEX, lambda data: data.put(pets, Pets(("Rex",))))
        with beside(business(tmp_path)) as rows:
            assert rows.execute("SELECT owner, kind FROM ledger").fetchall() == [
                ("example:pets", "example:pets")
            ]
            assert rows.execute("SELECT COUNT(*) FROM player").fetchone() == (0,)


async def test_entries_come_in_the_order_they_were_added(tmp_path: Path) -> None:
    def fill(transaction: Any) -> None:
        for key in ("b", "a", "c"):
            transaction.put(ORDERS, Order(key), key)
        transaction.put(ORDERS, Order("changed"), "b")
        transaction.remove(ORDERS, "a")

    async with opened(tmp_path) as store:
        await store.update(ALEX, fill)
        found = await store.read(ALEX, lambda data: data.entries(ORDERS))
    assert found == (("b", Order("changed")), ("c", Order("c")))


@pytest.mark.behaviour("BIND-006", "BIND-001")
async def test_of_concurrent_grants_one_succeeds(tmp_path: Path) -> None:
    def grant(system: str) -> Any:
        def change(transaction: Any) -> bool:
            if transaction.record().is_bound:
                return False
            return bool(transaction.set_record(PlayerRecord(systems=(system,))))

        return change

    async with opened(tmp_path) as store:
        assert not await store.read(ALEX, lambda data: data.record().is_bound)
        grants = [store.view(ALEX).update(grant(f"demo:s{number}")) for number in range(20)]
        assert sum(await asyncio.gather(*grants)) == 1
        assert await store.read(ALEX, lambda data: data.record().is_bound)


@pytest.mark.behaviour("STORE-033", "STORE-028", "BIND-002")
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"{", id="no json"),
        pytest.param(b'{"version":2}', id="newer"),
        pytest.param(b'{"systems":["a:b","c:d"]}', id="two systems"),
        pytest.param(b'{"preferences":{"external":"yes"}}', id="wrong type"),
        pytest.param(b'{"later":1}', id="unknown field"),
        pytest.param(b'{"systems":["\xff"]}', id="bad utf-8"),
    ],
)
async def test_a_broken_record_is_an_error_and_stays_as_it_is(tmp_path: Path, body: bytes) -> None:
    async with opened(tmp_path) as store:
        await store.update(ALEX, lambda data: data.set_record(PlayerRecord()))
        with beside(business(tmp_path)) as rows:
            rows.execute("UPDATE player SET body = ?", (body,))
        with pytest.raises(CompanionError) as caught:
            await store.update(ALEX, lambda data: data.record())
        assert caught.value.failure is Failure.STORAGE_UNAVAILABLE
        with beside(business(tmp_path)) as rows:
            assert rows.execute("SELECT body FROM player").fetchone() == (body,)


@pytest.mark.behaviour("STORE-033")
async def test_one_broken_order_makes_the_whole_ledger_an_error(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for key in ("1", "2"):
            await store.update(ALEX, lambda data, key=key: data.put(ORDERS, Order("cake"), key))
        with beside(business(tmp_path)) as rows:
            rows.execute("""UPDATE ledger SET body = x'7b7d' WHERE key = '1'""")
        with pytest.raises(CompanionError) as caught:
            await store.read(ALEX, lambda data: data.entries(ORDERS))
    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE


@pytest.mark.behaviour("STORE-029")
async def test_a_reason_of_the_feature_arrives_unchanged(tmp_path: Path) -> None:
    def refuses(_: Any) -> None:
        raise CompanionError(Failure.NOT_PERMITTED, "why")

    async with opened(tmp_path) as store:
        with pytest.raises(CompanionError) as caught:
            await store.update(ALEX, refuses)
    assert (caught.value.failure, caught.value.detail) == (Failure.NOT_PERMITTED, "why")


async def test_a_read_waits_for_no_writer(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.update(ALEX, earn(2))
        with beside(business(tmp_path)) as rows:
            rows.execute("BEGIN IMMEDIATE")
            slow = spawn(store.update(ALEX, earn(1)), "slow")
            assert await store.read(ALEX, coins) == 2
            assert not slow.done()
            rows.execute("COMMIT")
        assert await slow == 3


async def test_everyone_of_whom_something_is_stored_is_listed(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits()) as store:
        await store.update(ALEX, earn(1))
        await store.update(STEVE, lambda data: data.set_record(PlayerRecord()))
        assert set(await store.players()) == {ALEX, STEVE}


@pytest.mark.behaviour("STORE-057")
async def test_a_stopped_store_takes_nothing_more(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        pass
    for call in (store.update(ALEX, earn(1)), store.read(ALEX, coins)):
        with pytest.raises(CompanionError) as caught:
            await call
        assert caught.value.failure is Failure.CANCELLED
