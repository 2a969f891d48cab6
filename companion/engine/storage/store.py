"""The store as the engine knows it. Behind it: `sqlite_store.py`.

A change is a plain function over a `Transaction`; it runs on the store's thread, so it is short,
does no I/O and awaits nothing. When `update` returns, the change is on disk; when the function
raises, nothing of it is.

Features get a `PlayerStore`, bound to the player's runtime generation: what a task still does
after a revoke is refused and cannot rebuild deleted data. `Store` itself is for administration.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar
from uuid import UUID

from companion.engine.storage.conversation import Round, Turn
from companion.engine.storage.database import Database
from companion.engine.storage.event_task import EventTask, TaskState
from companion.engine.storage.ledger import Ledger
from companion.engine.storage.receipt import Beginning, Receipt, Step
from companion.engine.storage.record import PlayerRecord

T = TypeVar("T")
R = TypeVar("R")


class Snapshot(Protocol):
    """One player's data at one moment. What it returns is the caller's own (STORE-024).

    All methods raise StorageError (STORAGE_UNAVAILABLE) for data that cannot be read strictly.
    """

    player: UUID

    def record(self) -> PlayerRecord:
        """The player's record; an unbound one where nothing is stored."""
        ...

    def find(self, ledger: Ledger[T], key: str = "") -> T | None:
        """An entry of a ledger."""
        ...

    def get(self, ledger: Ledger[T]) -> T:
        """The single entry of a ledger, or its factory's value."""
        ...

    def entries(self, ledger: Ledger[T]) -> tuple[tuple[str, T], ...]:
        """Keys and entries in the order they were added."""
        ...

    def receipt(self, task: str, step: str) -> Receipt | None:
        """The receipt of a step."""
        ...

    def unfinished(self) -> tuple[Receipt, ...]:
        """Steps whose end is not known, oldest first."""
        ...

    def task(self, task: str) -> EventTask | None:
        """An event task."""
        ...

    def tasks(self) -> tuple[EventTask, ...]:
        """All event tasks kept, oldest first."""
        ...


class Transaction(Snapshot, Protocol):
    """One player's data while it is changed. On the store's thread, inside one change."""

    def set_record(self, record: PlayerRecord) -> bool:
        """Store the record; False where it is the same already."""
        ...

    def put(self, ledger: Ledger[T], value: T, key: str = "") -> bool:
        """Store an entry; False where it is the same already (STORE-038).

        Raises:
            StorageError: STORAGE_FULL when the ledger has its most entries.
        """
        ...

    def remove(self, ledger: Ledger[T], key: str = "") -> bool:
        """Remove an entry; False where there is none."""
        ...

    def begin(self, step: Step) -> Beginning:
        """Record the intent of a step.

        Raises:
            StorageError: INPUT_CHANGED for another input, STORAGE_FULL without room for receipts.
        """
        ...

    def done(self, step: Step, result: bytes) -> None:
        """Store the result of a step that was begun.

        Raises:
            StorageError: It was not begun, or was done with another result.
        """
        ...

    def withdraw(self, step: Step) -> None:
        """Forget an intent whose tool says for certain that nothing happened."""
        ...

    def enqueue(self, task: EventTask) -> bool:
        """Keep a new event task; False where its id is known (ENG-076)."""
        ...

    def move(self, task: str, state: TaskState) -> None:
        """Set a task's state.

        Raises:
            StorageError: The task is not kept or has ended.
        """
        ...

    def spend(self, task: str, budget: bytes) -> None:
        """Store the budget that a task has used so far.

        Raises:
            StorageError: The task is not kept or has ended.
        """
        ...

    def remember(self, finished: Round) -> None:
        """Keep a round once this change is on disk; where it has no room, the oldest go."""
        ...


class PlayerStore(Protocol):
    """One player's store for one task, bound to the generations of when it was taken.

    On the engine's loop. Every method raises CompanionError: CANCELLED once the player's runtime
    generation is another, BUSY when too much waits for the disk, STORAGE_UNAVAILABLE.
    """

    player: UUID

    @property
    def database(self) -> Database:
        """The player's own database, under the same generation."""
        ...

    @property
    def is_current(self) -> bool:
        """False once the player was revoked or reset since."""
        ...

    async def update(self, change: Callable[[Transaction], T]) -> T:
        """Change; on disk when it returns."""
        ...

    async def read(self, look: Callable[[Snapshot], T]) -> T:
        """Look at one moment; waits for no writer."""
        ...

    async def begin(self, step: Step) -> Beginning:
        """Record the intent of a step (`Transaction.begin`)."""
        ...

    async def done(self, step: Step, result: bytes) -> None:
        """Store the result of a step (`Transaction.done`)."""
        ...

    async def remember(self, finished: Round) -> bool:
        """Keep a round; False where the conversation was cleared since, or has no room for it."""
        ...

    async def replay(self, request: UUID, fingerprint: str) -> bytes | None:
        """The reply kept for a request; None where it is not known.

        Raises:
            StorageError: INPUT_CHANGED when it was asked with another input (ENG-019).
        """
        ...

    async def history(self, decode: Callable[[bytes], T], most: int) -> tuple[Turn[T], ...]:
        """The latest turns, oldest first; what cannot be decoded is left out (STORE-030).

        A player who wants no history has none (G35).
        """
        ...


class Store(Protocol):
    """The whole store of a world. Administration only; features use `view`.

    Attributes:
        shared: The database that all players share.
    """

    shared: Database

    def view(self, player: UUID) -> PlayerStore:
        """A player's store at the present generation."""
        ...

    async def update(self, player: UUID, change: Callable[[Transaction], T]) -> T:
        """Change one player's data whatever its generation."""
        ...

    async def read(self, player: UUID, look: Callable[[Snapshot], T]) -> T:
        """Look at one player's data."""
        ...

    async def players(self) -> tuple[UUID, ...]:
        """Everyone of whom something is stored."""
        ...

    async def copy(
        self, player: UUID, look: Callable[[Snapshot], T], decode: Callable[[bytes], R], most: int
    ) -> tuple[T, tuple[Turn[R], ...]]:
        """Data and conversation of one moment: no change is in one and not in the other."""
        ...

    def invalidate(self, player: UUID) -> None:
        """Start a new runtime generation; views taken before write nothing any more."""
        ...

    async def clear_conversation(self, player: UUID) -> None:
        """Forget history and replies; rounds of older views are dropped (STORE-047)."""
        ...

    async def forget_turns(self, player: UUID) -> None:
        """Forget what was said, and keep the replies for requests that come again (G35)."""
        ...

    async def delete(self, player: UUID) -> None:
        """Invalidate, then delete all of a player: private database, conversation, data.

        Works on what cannot be read as well (BIND-016).

        Raises:
            StorageError: Not all of it is gone; call again.
        """
        ...
