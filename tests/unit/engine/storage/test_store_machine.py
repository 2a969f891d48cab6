"""Any sequence of changes leaves in the store what plain dicts would hold."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.engine.storage.event_task import RECOVERABLE, TaskState
from companion.engine.storage.receipt import Begun, Replay, Step, Unknown
from companion.engine.storage.sqlite_store import SqliteStore
from companion.engine.storage.store import PlayerStore
from companion.support.errors import CompanionError, Failure
from tests.helpers.clock import ManualClock
from tests.helpers.store_model import (
    RECEIPTS,
    REPLAYS,
    TASKS,
    TURNS,
    FullError,
    Player,
    Written,
)
from tests.helpers.store_rig import ORDERS, Limits, Order, event, mark, reply_number, spoken

PLAYERS = (UUID(int=1), UUID(int=2))
players = st.sampled_from((PLAYERS[0], PLAYERS[0], PLAYERS[0], PLAYERS[1]))
keys = st.sampled_from("abc")
tasks = st.sampled_from(["e1", "e2", "e3", "e4"])
owners = st.sampled_from(["request", "event/e1"])
numbers = st.integers(1, 6)


class StoreMachine(RuleBasedStateMachine):
    """One store over one folder, opened again at times, beside its model."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp(prefix="store-machine-"))
        self.limits = Limits(
            receipt_entries=RECEIPTS,
            event_entries=TASKS,
            history_turns=TURNS,
            replay_rounds=REPLAYS,
        )
        self.model = {player: Player() for player in PLAYERS}
        self.old: dict[UUID, tuple[PlayerStore, bool, bool]] = {}
        self.store = self.opened()

    def opened(self) -> SqliteStore:
        store = SqliteStore(self.folder, self.limits, ManualClock())
        self.run(store.start())
        return store

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    def teardown(self) -> None:
        self.run(self.store.stop())
        self.runner.close()
        shutil.rmtree(self.folder)

    def change(self, player: UUID, change: Any) -> Any:
        return self.run(self.store.view(player).update(change))

    def refused(self, failure: Failure, work: Coroutine[Any, Any, Any]) -> None:
        with pytest.raises(CompanionError) as caught:
            self.run(work)
        assert caught.value.failure is failure

    @initialize()
    def start(self) -> None:
        self.views_taken()

    @rule()
    def views_taken(self) -> None:
        """Tasks begin; what is deleted or cleared afterwards is not theirs any more."""
        self.old = {player: (self.store.view(player), True, True) for player in PLAYERS}

    @rule(player=players, key=keys, item=st.text(max_size=5))
    def put(self, player: UUID, key: str, item: str) -> None:
        orders = self.model[player].orders
        is_new = self.change(player, lambda data: data.put(ORDERS, Order(item), key))
        assert is_new == (orders.get(key) != item)
        orders[key] = item

    @rule(player=players, key=keys)
    def remove(self, player: UUID, key: str) -> None:
        was = self.model[player].orders.pop(key, None) is not None
        assert self.change(player, lambda data: data.remove(ORDERS, key)) == was

    @rule(player=players, key=keys, number=numbers)
    def fail(self, player: UUID, key: str, number: int) -> None:
        def breaks(data: Any) -> None:
            data.put(ORDERS, Order("never"), key)
            data.remove(ORDERS, "b")
            data.remember(spoken(number))
            raise KeyError

        with pytest.raises(KeyError):
            self.change(player, breaks)

    @rule(player=players, owner=owners, key=keys, given=st.integers(1, 2), again=st.booleans())
    def begin(self, player: UUID, owner: str, key: str, given: int, again: bool) -> None:
        step = Step(owner, key, "system:credit", mark(given), again)
        model, view = self.model[player], self.store.view(player)
        known = model.receipts.get((owner, key))
        if known is None:
            try:
                model.add_receipt((owner, key), Written(given, again))
            except FullError:
                self.refused(Failure.STORAGE_FULL, view.begin(step))
            else:
                assert self.run(view.begin(step)) == Begun()
        elif known.given != given:
            self.refused(Failure.INPUT_CHANGED, view.begin(step))
        elif known.result is not None:
            assert self.run(view.begin(step)) == Replay(known.result)
        else:
            expected = Begun() if known.idempotent and again else Unknown()
            assert self.run(view.begin(step)) == expected

    @rule(player=players, owner=owners, key=keys, result=st.binary(max_size=4))
    def step(self, player: UUID, owner: str, key: str, result: bytes) -> None:
        """A step from beginning to end, as most are."""
        self.begin(player, owner, key, 1, again=False)
        written = self.model[player].receipts.get((owner, key))
        if written is not None and written.given == 1 and written.result is None:
            step = Step(owner, key, "system:credit", mark(1))
            self.run(self.store.view(player).done(step, result))
            written.result = result

    @rule(player=players, result=st.binary(max_size=4), pick=st.integers(0, 99))
    def done(self, player: UUID, result: bytes, pick: int) -> None:
        running = [
            (key, one) for key, one in self.model[player].receipts.items() if one.result is None
        ]
        if running:
            (owner, key), written = running[pick % len(running)]
            step = Step(owner, key, "system:credit", mark(written.given))
            self.run(self.store.view(player).done(step, result))
            written.result = result

    @rule(player=players, name=tasks)
    def enqueue(self, player: UUID, name: str) -> None:
        model = self.model[player]
        if name in model.tasks:
            assert not self.change(player, lambda data: data.enqueue(event(name)))
            return
        try:
            model.add_task(name)
        except FullError:
            view = self.store.view(player)
            self.refused(Failure.STORAGE_FULL, view.update(lambda data: data.enqueue(event(name))))
        else:
            assert self.change(player, lambda data: data.enqueue(event(name)))

    @rule(player=players, name=tasks, state=st.sampled_from(TaskState))
    def move(self, player: UUID, name: str, state: TaskState) -> None:
        known = self.model[player].tasks.get(name)
        if known is not None and (known in RECOVERABLE or known is state):
            self.change(player, lambda data: data.move(name, state))
            self.model[player].tasks[name] = state
        else:
            view = self.store.view(player)
            self.refused(
                Failure.STORAGE_UNAVAILABLE, view.update(lambda data: data.move(name, state))
            )

    @rule(player=players, number=numbers)
    def remember(self, player: UUID, number: int) -> None:
        assert self.run(self.store.view(player).remember(spoken(number)))
        self.model[player].add_round(number)

    @rule(player=players)
    def clear(self, player: UUID) -> None:
        self.run(self.store.clear_conversation(player))
        self.model[player].rounds.clear()
        view, is_current, _ = self.old[player]
        self.old[player] = view, is_current, False

    @rule(player=players)
    def delete(self, player: UUID) -> None:
        self.run(self.store.delete(player))
        self.model[player] = Player()
        self.old[player] = self.old[player][0], False, False

    @rule(player=players, number=numbers)
    def late(self, player: UUID, number: int) -> None:
        """A task from before writes at last."""
        view, is_current, is_remembered = self.old[player]
        if not is_current:
            self.refused(Failure.CANCELLED, view.remember(spoken(number)))
            self.refused(
                Failure.CANCELLED, view.update(lambda data: data.put(ORDERS, Order("late"), "a"))
            )
            return
        assert self.run(view.remember(spoken(number))) == is_remembered
        if is_remembered:
            self.model[player].add_round(number)

    @precondition(lambda self: any(player.receipts for player in self.model.values()))
    @rule()
    def reopen(self) -> None:
        self.run(self.store.stop())
        self.store = self.opened()
        self.views_taken()

    @invariant()
    def agrees(self) -> None:
        for player, model in self.model.items():
            self.agrees_on(player, model)

    def agrees_on(self, player: UUID, model: Player) -> None:
        (orders, found, unfinished), turns = self.run(
            self.store.copy(
                player,
                lambda data: (dict(data.entries(ORDERS)), data.tasks(), data.unfinished()),
                reply_number,
                100,
            )
        )
        assert {key: order.item for key, order in orders.items()} == model.orders
        assert [(task.id, task.state) for task in found] == list(model.tasks.items())
        assert [(one.step.task, one.step.step) for one in unfinished] == [
            key for key, written in model.receipts.items() if written.result is None
        ]
        assert [turn.result for turn in turns] == model.rounds
        for number in range(1, 7):
            reply = self.run(self.store.view(player).replay(UUID(int=number), mark(number)))
            assert (reply is not None) == (number in model.replayable())


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # finding the shortest failure would outlast the test's own time
)
