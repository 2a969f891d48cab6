"""A store over a folder of the test's own, with limits a test can change while it runs."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from companion.engine.config.storage import StorageConfig
from companion.engine.storage.conversation import Round
from companion.engine.storage.event_task import EventTask
from companion.engine.storage.ledger import Ledger
from companion.engine.storage.paths import WorldPaths
from companion.engine.storage.receipt import Step
from companion.engine.storage.sqlite_store import SqliteStore
from tests.helpers.clock import ManualClock

ALEX = UUID(int=1)
STEVE = UUID(int=2)


class Purse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    coins: int = 0


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    item: str


PURSE = Ledger("system:bank", "system:purse", Purse, Purse)
ORDERS = Ledger("system:shop", "system:order", Order)


class Limits:
    """Limits in force; `set` is a reload."""

    def __init__(self, **changed: int) -> None:
        self._now = StorageConfig(**changed)

    def __call__(self) -> StorageConfig:
        return self._now

    def set(self, **changed: int) -> None:
        self._now = msgspec.structs.replace(self._now, **changed)


@contextlib.asynccontextmanager
async def opened(
    folder: Path, limits: Limits | None = None, clock: ManualClock | None = None
) -> AsyncIterator[SqliteStore]:
    """A started store that is stopped at the end."""
    store = SqliteStore(folder, limits or Limits(), clock or ManualClock())
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


@contextlib.contextmanager
def beside(path: Path) -> Iterator[sqlite3.Connection]:
    """A second connection to a file, for looking and for damage; its changes are committed."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def business(folder: Path) -> Path:
    return WorldPaths(folder).business


def chat(folder: Path) -> Path:
    return WorldPaths(folder).chat


def earn(coins: int) -> Any:
    """A change that adds coins and returns how many there are."""

    def change(transaction: Any) -> int:
        purse = Purse(transaction.get(PURSE).coins + coins)
        transaction.put(PURSE, purse)
        return purse.coins

    return change


def coins(snapshot: Any) -> int:
    found: int = snapshot.get(PURSE).coins
    return found


def mark(number: int) -> str:
    """A fingerprint."""
    return f"{number:064x}"


def step(name: str, *, given: int = 1, task: str = "request", idempotent: bool = False) -> Step:
    return Step(task, name, "system:credit", mark(given), idempotent)


def event(
    name: str, *, deadline: float = 2e9, rule: str = "rule:first", size: int = 2
) -> EventTask:
    return EventTask(
        name, rule, "system:reward", "1", b"i" * size, b'{"steps":8}', b'{"used":0}', deadline
    )


def spoken(number: int, *, words: str | None = "hello", size: int = 0) -> Round:
    """A round whose reply says its number."""
    reply = msgspec.json.encode({"n": number, "pad": "x" * size})
    return Round(UUID(int=number), mark(number), words, reply)


def reply_number(body: bytes) -> int:
    """Reads a reply of `spoken`."""
    found = msgspec.json.decode(body, type=dict[str, Any])["n"]
    if not isinstance(found, int):
        raise TypeError("no number")
    return found
