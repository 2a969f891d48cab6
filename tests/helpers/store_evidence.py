"""What a killed child told before it died, and whether the store it left agrees."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any
from uuid import UUID

from companion.engine.storage.event_task import EventTask, TaskState
from companion.engine.storage.receipt import Begun, Receipt, Replay, Step, StepState, Unknown
from companion.engine.storage.sqlite_store import SqliteStore
from tests.helpers.store_child import BANK, result_of, step_of
from tests.helpers.store_rig import ORDERS, PURSE, Purse, event, mark, spoken


def told(path: Path) -> list[list[Any]]:
    """The lines of a log; one that the kill cut in two was not told."""
    if not path.exists():
        return []
    whole = path.read_bytes().rpartition(b"\n")[0]
    return [json.loads(line) for line in whole.splitlines()]


class Evidence:
    """All that the children of one world told, and the counts of what was found.

    Attributes:
        found: How often each verdict was met: a proof that met none proves nothing.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._said: dict[tuple[str, int], list[Any]] = defaultdict(list)
        self.found: Counter[str] = Counter()

    def take(self, seed: str) -> None:
        """Add what a child told."""
        for kind, *values in told(self._folder / f"log.{seed}"):
            self.found[kind] += 1
            if values:
                self._said[kind, values[0]].append(values[1] if len(values) > 1 else None)

    def said(self, kind: str, player: UUID) -> list[Any]:
        """What was told of a player, in order."""
        return self._said[kind, player.int]

    async def judge(self, store: SqliteStore, player: UUID) -> None:
        """Hold the store against what was told of a player."""
        coins, orders, bank, receipts, tasks = await store.read(
            player,
            lambda data: (
                data.get(PURSE).coins,
                [key for key, _ in data.entries(ORDERS)],
                [(data.find(PURSE, side) or Purse(BANK)).coins for side in ("left", "right")],
                {step: data.receipt(_task_of(step), step) for step in self._steps(player)},
                {task.id: task for task in data.tasks()},
            ),
        )
        self._judge_coins(player, coins)
        assert sum(bank) == 2 * BANK
        assert len(orders) == len(set(orders))
        assert set(self.said("ordered", player)) <= set(orders)
        assert set(orders) <= set(self.said("ordering", player))
        self._judge_receipts(player, receipts)
        self._judge_tasks(player, tasks)
        await self._repeat(store, player, receipts)
        await self._ask_again(store, player)

    def _steps(self, player: UUID) -> list[str]:
        return list(dict.fromkeys(self.said("beginning", player)))

    def _judge_coins(self, player: UUID, coins: int) -> None:
        """Each acknowledged coin is there, none twice, and no coin that nobody earned."""
        earned = self.said("earned", player)
        assert len(earned) == len(set(earned))
        assert max(earned, default=0) <= coins
        assert len(earned) <= coins <= len(self.said("earning", player))

    def _judge_receipts(self, player: UUID, receipts: dict[str, Receipt | None]) -> None:
        """Intent before effect, result after it, and no effect twice."""
        effects = Counter(
            step for _, who, step in told(self._folder / "effects") if who == player.int
        )
        once = {step: count for step, count in effects.items() if not step.endswith("i")}
        assert set(once.values()) <= {1}
        for step in (*self.said("begun", player), *effects):
            assert receipts[step] is not None, f"{step} was begun, and nothing says so"
        for step in self.said("done", player):
            receipt = receipts[step]
            assert receipt is not None
            assert (receipt.state, receipt.result) == (StepState.DONE, result_of(step))
            assert step in effects

    def _judge_tasks(self, player: UUID, tasks: dict[str, EventTask]) -> None:
        """Tasks are kept with what they began with, and end once."""
        assert set(self.said("queued", player)) <= set(tasks) <= set(self.said("queueing", player))
        for task in self.said("ended", player):
            assert tasks[task].state is TaskState.SUCCEEDED
        for name, task in tasks.items():
            began = event(name)
            assert (task.policy, task.budget, task.input) == (
                began.policy,
                began.budget,
                began.input,
            )
            assert task.deadline == float(name.rpartition("-")[2])
            if task.state is TaskState.SUCCEEDED:
                assert name in self.said("ending", player)
                self.found["task ended"] += 1
            else:
                self.found["task goes on"] += 1

    async def _repeat(
        self, store: SqliteStore, player: UUID, receipts: dict[str, Receipt | None]
    ) -> None:
        """Begin every step anew: what is done is replayed, what was cut off is unknown."""
        view = store.view(player)
        for name, receipt in receipts.items():
            if receipt is None:
                continue
            verdict = await view.begin(_step_of(name))
            self.found[type(verdict).__name__] += 1
            if receipt.state is StepState.DONE:
                assert verdict == Replay(result_of(name))
            else:
                assert verdict == (Begun() if name.endswith("i") else Unknown())

    async def _ask_again(self, store: SqliteStore, player: UUID) -> None:
        """Each acknowledged round is there once, and its reply is given again."""
        turns = await store.view(player).history(lambda body: body, 1 << 20)
        found = [int(turn.user or "0") for turn in turns]
        assert len(found) == len(set(found))
        assert set(self.said("answered", player)) <= set(found) <= set(self.said("asking", player))
        for number in self.said("answered", player)[-5:]:
            reply = await store.view(player).replay(UUID(int=number), mark(number))
            assert reply == spoken(number).result


def _step_of(name: str) -> Step:
    task = _task_of(name)
    return step_of(name) if task == "request" else Step(task, name, "system:reward", mark(1))


def _task_of(name: str) -> str:
    """Steps of event tasks are named after them, with `-e` at the end."""
    return f"event/{name.removesuffix('-e')}" if name.endswith("-e") else "request"
