"""A store in memory that keeps the promises tests of the engine's core need; no disk, no thread."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any
from uuid import UUID

from companion.engine.storage.conversation import Round
from companion.engine.storage.event_task import EventTask, TaskState, may_move
from companion.engine.storage.ledger import Ledger
from companion.engine.storage.receipt import Beginning, Begun, Receipt, Step, StepState, beginning
from companion.engine.storage.record import PlayerRecord
from companion.support.errors import CompanionError, Failure, StorageError


class Books:
    """One player's data; it is the transaction and the snapshot too."""

    def __init__(self, player: UUID) -> None:
        self.player = player
        self.kept = PlayerRecord()
        self.ledgers: dict[tuple[str, str, str], Any] = {}
        self.receipts: dict[tuple[str, str], Receipt] = {}
        self.events: dict[str, EventTask] = {}
        self.rounds: dict[UUID, Round] = {}

    def record(self) -> PlayerRecord:
        return self.kept

    def set_record(self, record: PlayerRecord) -> bool:
        changed, self.kept = record != self.kept, record
        return changed

    def get(self, ledger: Ledger[Any]) -> Any:
        found = self.ledgers.get((ledger.owner, ledger.kind, ""))
        return found if found is not None else ledger.factory and ledger.factory()

    def put(self, ledger: Ledger[Any], value: Any, key: str = "") -> bool:
        self.ledgers[ledger.owner, ledger.kind, key] = value
        return True

    def begin(self, step: Step) -> Beginning:
        known = self.receipts.get((step.task, step.step))
        said = beginning(known, step)
        if isinstance(said, Begun):
            self.receipts[step.task, step.step] = Receipt(step)
        return said

    def done(self, step: Step, result: bytes) -> None:
        self.receipts[step.task, step.step] = Receipt(step, StepState.DONE, result)

    def withdraw(self, step: Step) -> None:
        del self.receipts[step.task, step.step]

    def tasks(self) -> tuple[EventTask, ...]:
        return tuple(self.events.values())

    def enqueue(self, task: EventTask) -> bool:
        return self.events.setdefault(task.id, task) is task

    def move(self, task: str, state: TaskState) -> None:
        known = self.events.get(task)
        if known is None or not (known.state is state or may_move(known.state, state)):
            raise StorageError(f"{task} cannot become {state}")
        self.events[task] = dataclasses.replace(known, state=state)

    def spend(self, task: str, budget: bytes) -> None:
        self.events[task] = dataclasses.replace(self.events[task], budget=budget)

    def remember(self, finished: Round) -> None:
        if not self.record().preferences.history:
            finished = dataclasses.replace(finished, user=None)
        self.rounds[finished.request] = finished


class FakeView:
    """A player's store at one generation."""

    def __init__(self, store: FakeStore, player: UUID) -> None:
        self.player = player
        self._store = store
        self._generation = store.generations.get(player, 0)

    @property
    def is_current(self) -> bool:
        return self._store.generations.get(self.player, 0) == self._generation

    async def update(self, change: Callable[[Any], Any]) -> Any:
        if not self.is_current:
            raise CompanionError(Failure.CANCELLED, "an older generation")
        return await self._store.update(self.player, change)

    async def read(self, look: Callable[[Any], Any]) -> Any:
        return await self._store.read(self.player, look)

    async def begin(self, step: Step) -> Beginning:
        said: Beginning = await self.update(lambda books: books.begin(step))
        return said

    async def done(self, step: Step, result: bytes) -> None:
        await self.update(lambda books: books.done(step, result))

    async def remember(self, finished: Round) -> bool:
        await self.update(lambda books: books.remember(finished))
        return True

    async def replay(self, request: UUID, fingerprint: str) -> bytes | None:
        known: Round | None = await self.read(lambda books: books.rounds.get(request))
        if known is None:
            return None
        if known.fingerprint != fingerprint:
            raise StorageError("another input", Failure.INPUT_CHANGED)
        return known.result


class FakeStore:
    """Everybody's data.

    Attributes:
        touched: Players whose data was looked at or changed.
        broken: Raised by the next uses, while set.
    """

    def __init__(self) -> None:
        self.players: dict[UUID, Books] = {}
        self.generations: dict[UUID, int] = {}
        self.touched: list[UUID] = []
        self.broken: Exception | None = None

    def view(self, player: UUID) -> FakeView:
        return FakeView(self, player)

    def invalidate(self, player: UUID) -> None:
        self.generations[player] = self.generations.get(player, 0) + 1

    async def update(self, player: UUID, change: Callable[[Any], Any]) -> Any:
        books = copy.deepcopy(self.books(player))
        result = change(books)
        self.players[player] = books
        return result

    async def read(self, player: UUID, look: Callable[[Any], Any]) -> Any:
        return look(self.books(player))

    def books(self, player: UUID) -> Books:
        if self.broken:
            raise self.broken
        self.touched.append(player)
        return self.players.setdefault(player, Books(player))
