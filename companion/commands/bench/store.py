"""How many transactions a second the store acknowledges, beside what the disk can sync.

An acknowledged change is on the disk, so a lone writer cannot be faster than the disk's own syncs;
many at once share a commit. Both are measured in the same folder as the syncs.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import msgspec

from companion.commands.bench.figure import Figure
from companion.engine.config.storage import StorageConfig
from companion.engine.storage.ledger import Ledger
from companion.engine.storage.sqlite_store import SqliteStore
from companion.engine.storage.store import Transaction
from companion.support.clock import SystemClock

GOAL = 2_000.0
"""Transactions a second that are on the disk when acknowledged."""
WRITERS = 64
"""Players that change something at once; each waits for its acknowledgement before the next."""
SECONDS, FULL_SECONDS = 1.5, 8.0
PAGE_BYTES, PAGES = 4096, 1024


class Purse(msgspec.Struct, frozen=True):
    """What a transaction changes."""

    coins: int = 0


class Order(msgspec.Struct, frozen=True):
    """What a transaction adds."""

    item: str
    price: int


PURSE = Ledger("bench:bank", "bench:purse", Purse, Purse)
ORDERS = Ledger("bench:shop", "bench:order", Order)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--folder", type=Path, help="where to write; a temporary folder if absent")


def figures(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    """Measure syncs, then the store with one writer and with many."""
    seconds = FULL_SECONDS if getattr(arguments, "full", False) else SECONDS
    place = getattr(arguments, "folder", None)
    with tempfile.TemporaryDirectory(prefix="companion-bench-", dir=place) as spare:
        syncs = _syncs(Path(spare), seconds)
        return asyncio.run(_store(Path(spare) / "world", seconds, syncs))


async def _store(world: Path, seconds: float, syncs: float) -> tuple[Figure, ...]:
    store = SqliteStore(world, StorageConfig, SystemClock())
    await store.start()
    try:
        lone, lone_waits = await _changes(store, 1, seconds)
        many, many_waits = await _changes(store, WRITERS, seconds)
    finally:
        await store.stop()
    beside = f"the disk alone syncs {syncs:.0f} pages a second"
    return (
        Figure(
            "store: disk syncs",
            round(syncs),
            "1/s",
            better="higher",
            note="4 KiB written and synced, no store",
        ),
        Figure("store: one writer", round(lone), "1/s", better="higher", note=beside),
        Figure("store: one writer, p99", round(_p99(lone_waits), 2), "ms"),
        Figure(f"store: {WRITERS} writers", round(many), "1/s", GOAL, better="higher", note=beside),
        Figure(f"store: {WRITERS} writers, p99", round(_p99(many_waits), 2), "ms"),
    )


async def _changes(store: SqliteStore, writers: int, seconds: float) -> tuple[float, list[float]]:
    """Acknowledged changes a second, and milliseconds each waited."""
    waits: list[float] = []
    start = time.perf_counter()
    end = start + seconds

    async def write(player: UUID) -> None:
        view = store.view(player)
        while (begun := time.perf_counter()) < end:
            await view.update(_purchase(len(waits)))
            waits.append((time.perf_counter() - begun) * 1e3)

    await asyncio.gather(*(write(UUID(int=number)) for number in range(writers)))
    return len(waits) / (time.perf_counter() - start), waits


def _purchase(number: int) -> Callable[[Transaction], None]:
    """Two ledgers in one transaction, as a purchase changes them; old orders make room."""

    def change(data: Transaction) -> None:
        price = number % 50
        data.put(PURSE, Purse(data.get(PURSE).coins - price - 1))
        data.put(ORDERS, Order("minecraft:iron_ingot", price), str(number % 500))

    return change


def _syncs(folder: Path, seconds: float) -> float:
    """How often a second the disk takes pages over older ones, as a used log does, and says so."""
    sync = getattr(os, "fdatasync", os.fsync)
    count, page = 0, os.urandom(PAGE_BYTES)
    with (folder / "syncs").open("wb", buffering=0) as file:
        file.write(page * PAGES)
        os.fsync(file.fileno())
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            file.seek(count % PAGES * PAGE_BYTES)
            file.write(page)
            sync(file.fileno())
            count += 1
    return count / spent


def _p99(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=100)[98]
