from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.config.storage import StorageConfig
from companion.engine.storage.ledger import MOST_ENTRIES, Ledger
from companion.support.errors import CompanionError, Failure
from tests.helpers.store_rig import ALEX, ORDERS, STEVE, Limits, Order, opened

KIB, MIB = 1 << 10, 1 << 20
OVERHEAD = len(b'{"item":""}') + 1  # and the key "k"


async def fails_full(call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(CompanionError) as caught:
        await call
    assert caught.value.failure is Failure.STORAGE_FULL


def order(size: int, key: str = "k"):  # type: ignore[no-untyped-def]
    return lambda data: data.put(ORDERS, Order("x" * (size - OVERHEAD)), key)


@pytest.mark.behaviour("STORE-012", "STORE-013", "STORE-014")
def test_the_defaults_are_those_of_the_seeds() -> None:
    limits = StorageConfig()
    assert (limits.business_bytes, limits.cache_bytes) == (4 * MIB, 32 * MIB)
    assert (limits.receipt_bytes, limits.event_bytes) == (768 * KIB, 256 * KIB)


@pytest.mark.behaviour("STORE-012")
async def test_a_player_may_have_exactly_the_limit_and_no_byte_more(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(business_bytes=4096)) as store:
        await store.update(ALEX, order(4096))
        await fails_full(store.update(ALEX, order(4097)))
        await fails_full(store.update(ALEX, order(OVERHEAD, "j")))
        assert await store.update(STEVE, order(4096))
        entries = await store.read(ALEX, lambda data: data.entries(ORDERS))
    assert [len(kept.item) for _, kept in entries] == [4096 - OVERHEAD]


@pytest.mark.behaviour("STORE-016", "SET-040")
async def test_a_new_limit_holds_from_the_next_write(tmp_path: Path) -> None:
    limits = Limits(business_bytes=4096)
    async with opened(tmp_path, limits) as store:
        await fails_full(store.update(ALEX, order(5000)))
        limits.set(business_bytes=8192)
        await store.update(ALEX, order(5000))
        limits.set(business_bytes=1024)
        await fails_full(store.update(ALEX, order(5001)))
        assert await store.update(ALEX, order(4000))  # smaller is always allowed


async def test_what_was_counted_for_a_failed_change_is_not_kept(tmp_path: Path) -> None:
    def fills_and_fails(data) -> None:  # type: ignore[no-untyped-def]
        order(4000)(data)
        raise KeyError("no")

    async with opened(tmp_path, Limits(business_bytes=4096)) as store:
        for _ in range(3):
            with pytest.raises(KeyError):
                await store.update(ALEX, fills_and_fails)
        assert await store.update(ALEX, order(4096))


@pytest.mark.behaviour("STORE-012")
async def test_the_count_is_the_same_after_a_restart(tmp_path: Path) -> None:
    limits = Limits(business_bytes=4096)
    async with opened(tmp_path, limits) as store:
        await store.update(ALEX, order(4000))
    async with opened(tmp_path, limits) as store:
        await fails_full(store.update(ALEX, order(97, "j")))
        assert await store.update(ALEX, order(96, "j"))
        await store.update(ALEX, lambda data: data.remove(ORDERS, "k"))
        assert await store.update(ALEX, order(4000))


@pytest.mark.behaviour("STORE-052")
async def test_a_ledger_takes_4096_entries_and_refuses_one_more(tmp_path: Path) -> None:
    def fill(data) -> None:  # type: ignore[no-untyped-def]
        for number in range(MOST_ENTRIES):
            data.put(ORDERS, Order("a"), str(number))

    async with opened(tmp_path) as store:
        await store.update(ALEX, fill)
        await fails_full(store.update(ALEX, lambda data: data.put(ORDERS, Order("a"), "more")))
        assert await store.update(ALEX, lambda data: data.put(ORDERS, Order("b"), "7"))
        assert len(await store.read(ALEX, lambda data: data.entries(ORDERS))) == 4096


async def test_a_ledger_may_declare_fewer_entries(tmp_path: Path) -> None:
    few = Ledger("test:few", "test:few", Order, most_entries=1)
    async with opened(tmp_path) as store:
        await store.update(ALEX, lambda data: data.put(few, Order("a"), "1"))
        await fails_full(store.update(ALEX, lambda data: data.put(few, Order("a"), "2")))
