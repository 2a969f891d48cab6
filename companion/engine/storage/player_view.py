"""A player's store as one task sees it: what it does after a revoke is refused.

The generation is looked at again on the store's own threads, in the transaction, where nothing can
come between the look and the write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar
from uuid import UUID

from companion.engine.storage.conversation import Round, Turn
from companion.engine.storage.database import Database
from companion.engine.storage.generation import Generation
from companion.engine.storage.receipt import Beginning, Step
from companion.engine.storage.store import Snapshot, Transaction
from companion.support.errors import CompanionError, Failure

T = TypeVar("T")


class Behind(Protocol):
    """What a view needs of the store."""

    def present(self, player: UUID) -> Generation:
        """The generation now."""
        ...

    async def remember(
        self, player: UUID, finished: Round, is_remembered: Callable[[], bool]
    ) -> bool:
        """Keep a round that no change comes with."""
        ...

    async def update_if(
        self, player: UUID, change: Callable[[Transaction], T], is_remembered: Callable[[], bool]
    ) -> T:
        """Change; rounds follow on their own."""
        ...

    async def read(self, player: UUID, look: Callable[[Snapshot], T]) -> T:
        """Look at one moment."""
        ...

    async def reply(self, player: UUID, request: UUID, fingerprint: str) -> bytes | None:
        """The reply kept for a request."""
        ...

    async def turns(
        self, player: UUID, decode: Callable[[bytes], T], most: int
    ) -> tuple[Turn[T], ...]:
        """The latest turns."""
        ...


class PlayerView:
    """Implements `PlayerStore`. On the engine's loop."""

    def __init__(
        self, behind: Behind, player: UUID, own: Callable[[Callable[[], None]], Database]
    ) -> None:
        """Take the generation of now.

        Args:
            behind: The store.
            player: Whose.
            own: Makes the player's database, given what refuses its use.
        """
        self.player = player
        self._own = own
        self._behind = behind
        self._generation = behind.present(player)

    @property
    def database(self) -> Database:
        """The player's own database; most tasks need none."""
        return self._own(self.check)

    @property
    def is_current(self) -> bool:
        """Whether the player was neither revoked nor reset since."""
        return self._behind.present(self.player).runtime == self._generation.runtime

    def check(self) -> None:
        """Refuse to go on for a player who was revoked or reset since. Any thread.

        Raises:
            CompanionError: CANCELLED.
        """
        if not self.is_current:
            raise CompanionError(Failure.CANCELLED, "the player's data was deleted meanwhile")

    async def update(self, change: Callable[[Transaction], T]) -> T:
        """Change; on disk when it returns."""
        return await self._behind.update_if(self.player, self._guarded(change), self._remembers)

    async def read(self, look: Callable[[Snapshot], T]) -> T:
        """Look at one moment."""
        self.check()
        found = await self._behind.read(self.player, look)
        self.check()
        return found

    async def begin(self, step: Step) -> Beginning:
        """Record the intent of a step."""
        return await self.update(lambda transaction: transaction.begin(step))

    async def done(self, step: Step, result: bytes) -> None:
        """Store the result of a step."""
        await self.update(lambda transaction: transaction.done(step, result))

    async def remember(self, finished: Round) -> bool:
        """Keep a round; False where the conversation was cleared since, or has no room."""
        self.check()
        return await self._behind.remember(self.player, finished, self._remembers)

    async def replay(self, request: UUID, fingerprint: str) -> bytes | None:
        """The reply kept for a request."""
        self.check()
        return await self._behind.reply(self.player, request, fingerprint)

    async def history(self, decode: Callable[[bytes], T], most: int) -> tuple[Turn[T], ...]:
        """The latest turns, oldest first."""
        self.check()
        turns = await self._behind.turns(self.player, decode, most)
        return turns if self._remembers() else ()

    def _guarded(self, change: Callable[[Transaction], T]) -> Callable[[Transaction], T]:
        def guarded(transaction: Transaction) -> T:
            self.check()
            return change(transaction)

        return guarded

    def _remembers(self) -> bool:
        return self._behind.present(self.player) == self._generation
