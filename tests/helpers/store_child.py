"""The process that is killed: mixed writes on a world, each told to a log before and after.

Run as `python -m tests.helpers.store_child`. For each line `FOLDER SEED` on its input it forks a
child that works on FOLDER/world until it is killed, and answers with the child's process id, then
with how the child ended. It has imported everything and has no thread, so a start takes no time.
The child's log is FOLDER/log.SEED; FOLDER/effects is the world outside: what is there has happened.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

from companion.engine.config.storage import StorageConfig
from companion.engine.storage.event_task import TaskState, step_task
from companion.engine.storage.receipt import Begun, Replay, Step
from companion.engine.storage.sqlite_store import SqliteStore
from companion.engine.storage.store import Transaction
from companion.support.clock import SystemClock
from tests.helpers.store_rig import ORDERS, PURSE, Order, Purse, event, mark, spoken

PLAYERS = tuple(UUID(int=number) for number in range(1, 5))
LIMITS = StorageConfig(
    receipt_entries=1 << 20,
    receipt_bytes=1 << 30,
    event_entries=1 << 20,
    event_bytes=1 << 30,
    business_bytes=1 << 30,
    history_turns=1 << 20,
    replay_rounds=1 << 20,
)
BANK = 1000
"""Coins in the world: a transfer between two ledgers never changes their sum."""


class Log:
    """Lines of JSON, each whole or absent after a kill: one write call a line, appended."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def say(self, kind: str, *values: Any) -> None:
        os.write(self._handle, json.dumps([kind, *values]).encode() + b"\n")


def step_of(name: str) -> Step:
    """A step by its name, such as `7-3-k`; those that end in `i` may be done twice."""
    return Step("request", name, "system:credit", mark(len(name)), name.endswith("i"))


def result_of(name: str) -> bytes:
    return f'{{"did":"{name}"}}'.encode()


class Worker:
    """One stream of changes to one player, random but repeatable from its seed."""

    def __init__(self, store: SqliteStore, player: UUID, seed: str, logs: tuple[Log, Log]) -> None:
        self.view = store.view(player)
        self.who = player.int
        self.random = random.Random(seed)
        self.seed = seed
        self.log, self.effects = logs
        self.serial = 0

    async def work(self) -> None:
        actions = (self.earn, self.order, self.transfer, self.step, self.event, self.round)
        while True:
            self.serial += 1
            await self.random.choice(actions)(f"{self.seed}-{self.serial}")

    async def earn(self, _: str) -> None:
        def change(data: Transaction) -> int:
            count = data.get(PURSE).coins + 1
            data.put(PURSE, Purse(count))
            return count

        self.log.say("earning", self.who)
        self.log.say("earned", self.who, await self.view.update(change))

    async def order(self, name: str) -> None:
        self.log.say("ordering", self.who, name)
        await self.view.update(lambda data: data.put(ORDERS, Order("x" * 300), name))
        self.log.say("ordered", self.who, name)

    async def transfer(self, _: str) -> None:
        amount = self.random.randint(1, 20)

        def change(data: Transaction) -> None:
            left, right = (data.find(PURSE, side) or Purse(BANK) for side in ("left", "right"))
            data.put(PURSE, Purse(left.coins - amount), "left")
            data.put(PURSE, Purse(right.coins + amount), "right")

        await self.view.update(change)
        self.log.say("moved", self.who)

    async def step(self, name: str) -> None:
        await self.do(step_of(f"{name}-{self.random.choice('ki')}"))

    async def do(self, step: Step) -> None:
        """Intent, effect outside the store, result: as a writing tool."""
        self.log.say("beginning", self.who, step.step)
        match await self.view.begin(step):
            case Begun():
                self.log.say("begun", self.who, step.step)
                self.effects.say("effect", self.who, step.step)
                await self.view.done(step, result_of(step.step))
                self.log.say("done", self.who, step.step)
            case Replay(result):
                self.log.say("replayed", self.who, step.step, result.decode())
            case _:
                self.log.say("unknown", self.who, step.step)

    async def event(self, name: str) -> None:
        self.log.say("queueing", self.who, name)
        task = event(name, deadline=float(self.serial))
        await self.view.update(lambda data: data.enqueue(task))
        self.log.say("queued", self.who, name, self.serial)
        await self.view.update(lambda data: data.move(name, TaskState.RUNNING))
        await self.do(Step(step_task(name), f"{name}-e", "system:reward", mark(1)))
        if self.random.random() < 0.5:
            self.log.say("ending", self.who, name)
            await self.view.update(lambda data: data.move(name, TaskState.SUCCEEDED))
            self.log.say("ended", self.who, name)

    async def round(self, _: str) -> None:
        number = self.random.getrandbits(100)
        self.log.say("asking", self.who, number)
        await self.view.remember(spoken(number, words=str(number)))
        self.log.say("answered", self.who, number)


async def work(folder: Path, seed: str) -> None:
    log, effects = Log(folder / f"log.{seed}"), Log(folder / "effects")
    store = SqliteStore(folder / "world", lambda: LIMITS, SystemClock())
    await store.start()
    log.say("started")
    streams = [
        Worker(store, player, f"{seed}.{player.int}.{twin}", (log, effects)).work()
        for player in PLAYERS
        for twin in (1, 2)
    ]
    await asyncio.gather(*streams)


def serve() -> None:
    """Fork a child for each line; it never returns here."""
    for line in sys.stdin:
        folder, seed = line.rsplit(" ", 1)
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(work(Path(folder), seed.strip()))
            finally:
                os._exit(1)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
