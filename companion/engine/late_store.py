"""The store before it is open, while it is, and where it cannot be opened.

Nobody waits for it to be shown quests: what only reads goes on without it, and what has to be kept
is refused with STORAGE_UNAVAILABLE. A world that another engine holds is tried again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import UUID

from companion.engine.late_database import LateDatabase
from companion.engine.storage.conversation import Round, Turn
from companion.engine.storage.database import Database
from companion.engine.storage.receipt import Beginning, Step
from companion.engine.storage.sqlite_store import SqliteStore
from companion.engine.storage.store import PlayerStore, Snapshot, Store, Transaction
from companion.support.errors import CompanionError, Failure, StorageError

T = TypeVar("T")
R = TypeVar("R")

logger = logging.getLogger(__name__)

PATIENCE_S = 0.04
"""How long all looks together wait for a store that is being opened."""
WRITE_PATIENCE_S = 5.0
"""How long something that must be kept waits."""
PAUSES_S = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Between tries; the last one again and again."""


class LateStore:
    """Implements `Store` over one that may not be open. On the engine's loop.

    Attributes:
        fault: Why it is not open; None while that is still tried, and once it is.
        was_refused: Whether a try failed: players may have been told so.
    """

    def __init__(self, make: Callable[[], SqliteStore] | None) -> None:
        """Open nothing yet.

        Args:
            make: Names the store, once a try; None where nothing is kept at all.
        """
        self.fault: CompanionError | None = None
        self.was_refused = False
        self.shared: Database = LateDatabase(self.ready, lambda store: store.shared)
        self._make = make
        self._store: SqliteStore | None = None
        self._tried = asyncio.Event()
        self._patience_ends: float | None = None
        self._invalidated: dict[UUID, int] = {}
        if make is None:
            self._refuse(StorageError("nothing is kept in this engine"))

    @property
    def is_open(self) -> bool:
        """Whether it keeps anything now."""
        return self._store is not None

    async def open(self, opened: Callable[[], Awaitable[None]]) -> None:
        """Try until it is open or this is cancelled.

        Args:
            opened: Called once it is.
        """
        attempt = 0
        while self._make is not None:
            store = self._make()
            try:
                await store.start()
            except CompanionError as error:
                logger.warning("the store is not open: %s", error)
                self._refuse(error)
            except OSError as error:
                logger.warning("the store is not open: %s", error.strerror)
                self._refuse(StorageError(error.strerror or "the disk refuses"))
            else:
                self._store, self.fault = store, None
                self._tried.set()
                await opened()
                return
            await asyncio.sleep(PAUSES_S[min(attempt, len(PAUSES_S) - 1)])
            attempt += 1

    async def stop(self) -> None:
        """Write what waits and close; it never opens again."""
        store, self._store, self._make = self._store, None, None
        self._refuse(StorageError("the engine stops"))
        if store is not None:
            await store.stop()

    async def ready(self, patience_s: float = WRITE_PATIENCE_S) -> Store:
        """The open store; waits while it is tried for the first time.

        Raises:
            CompanionError: STORAGE_UNAVAILABLE.
        """
        if not self._tried.is_set():
            try:
                async with asyncio.timeout(patience_s):
                    await self._tried.wait()
            except TimeoutError:
                raise StorageError("the store is still being opened") from None
        if self._store is None:
            raise StorageError(self.fault.detail if self.fault else "the store is not open")
        return self._store

    async def soon(self) -> Store:
        """The open store, for a look; no sum of looks waits longer than PATIENCE_S.

        Raises:
            CompanionError: STORAGE_UNAVAILABLE.
        """
        if self._store is not None:
            return self._store
        now = asyncio.get_running_loop().time()
        if self._patience_ends is None:
            self._patience_ends = now + PATIENCE_S
        return await self.ready(max(0.0, self._patience_ends - now))

    def invalidations(self, player: UUID) -> int:
        """How often a player's data was declared old."""
        return self._invalidated.get(player, 0)

    def view(self, player: UUID) -> PlayerStore:
        """A player's store at the present generation."""
        return LateView(self, player, self._store.view(player) if self._store else None)

    async def update(self, player: UUID, change: Callable[[Transaction], T]) -> T:
        """Change one player's data."""
        return await (await self.ready()).update(player, change)

    async def read(self, player: UUID, look: Callable[[Snapshot], T]) -> T:
        """Look at one player's data."""
        return await (await self.ready()).read(player, look)

    async def players(self) -> tuple[UUID, ...]:
        """Everyone of whom something is stored."""
        return await (await self.ready()).players()

    async def copy(
        self, player: UUID, look: Callable[[Snapshot], T], decode: Callable[[bytes], R], most: int
    ) -> tuple[T, tuple[Turn[R], ...]]:
        """Data and conversation of one moment."""
        return await (await self.ready()).copy(player, look, decode, most)

    def invalidate(self, player: UUID) -> None:
        """Start a new runtime generation."""
        self._invalidated[player] = self.invalidations(player) + 1
        if self._store:
            self._store.invalidate(player)

    async def clear_conversation(self, player: UUID) -> None:
        """Forget history and replies."""
        await (await self.ready()).clear_conversation(player)

    async def forget_turns(self, player: UUID) -> None:
        """Forget what was said."""
        await (await self.ready()).forget_turns(player)

    async def delete(self, player: UUID) -> None:
        """Delete all of a player."""
        self.invalidate(player)
        await (await self.ready()).delete(player)

    def _refuse(self, error: CompanionError) -> None:
        self.fault, self.was_refused = error, True
        self._tried.set()


class LateView:
    """Implements `PlayerStore`; bound to the store as soon as there is one."""

    def __init__(self, late: LateStore, player: UUID, inner: PlayerStore | None) -> None:
        self.player = player
        self._late = late
        self._inner = inner
        self._seen = late.invalidations(player)

    @property
    def database(self) -> Database:
        """The player's own database."""
        if self._inner is not None:
            return self._inner.database
        return LateDatabase(self._late.ready, lambda store: store.view(self.player).database)

    @property
    def is_current(self) -> bool:
        """Whether the player was neither revoked nor reset since."""
        if self._inner is not None and not self._inner.is_current:
            return False
        return self._late.invalidations(self.player) == self._seen

    async def update(self, change: Callable[[Transaction], T]) -> T:
        """Change; on disk when it returns."""
        return await self._bound(await self._late.ready()).update(change)

    async def read(self, look: Callable[[Snapshot], T]) -> T:
        """Look at one moment."""
        return await self._bound(await self._late.soon()).read(look)

    async def begin(self, step: Step) -> Beginning:
        """Record the intent of a step."""
        return await self._bound(await self._late.ready()).begin(step)

    async def done(self, step: Step, result: bytes) -> None:
        """Store the result of a step."""
        await self._bound(await self._late.ready()).done(step, result)

    async def remember(self, finished: Round) -> bool:
        """Keep a round."""
        return await self._bound(await self._late.soon()).remember(finished)

    async def replay(self, request: UUID, fingerprint: str) -> bytes | None:
        """The reply kept for a request; none where nothing can be kept."""
        try:
            store = await self._late.soon()
        except StorageError:
            return None
        return await self._bound(store).replay(request, fingerprint)

    async def history(self, decode: Callable[[bytes], T], most: int) -> tuple[Turn[T], ...]:
        """The latest turns; none where nothing is kept."""
        try:
            store = await self._late.soon()
        except StorageError:
            return ()
        return await self._bound(store).history(decode, most)

    def _bound(self, store: Store) -> PlayerStore:
        if not self.is_current:
            raise CompanionError(Failure.CANCELLED, "the player's data was deleted meanwhile")
        if self._inner is None:
            self._inner = store.view(self.player)
        return self._inner
