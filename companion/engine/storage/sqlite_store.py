"""The store of a world on SQLite: business data, conversations and databases in files of their own.

Order matters in two places. A round is queued for the conversation's file only when the change
that made it is on disk, and by the thread that wrote that, so that both files tell one story; a
round that comes alone follows changes that were acknowledged before. A player is deleted private
database first and binding last: what fails halfway can be repeated.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from companion.engine.storage.business_rows import delete_rows, players_of
from companion.engine.storage.chat_file import ChatFile
from companion.engine.storage.conversation import Round, Turn
from companion.engine.storage.database import Database
from companion.engine.storage.database_thread import DatabaseThread
from companion.engine.storage.generation import Generation, Generations
from companion.engine.storage.group_writer import GroupWriter
from companion.engine.storage.limits import Limits
from companion.engine.storage.paths import WorldPaths
from companion.engine.storage.player_view import PlayerView
from companion.engine.storage.process_lock import ProcessLock
from companion.engine.storage.readers import Readers
from companion.engine.storage.schema import BUSINESS
from companion.engine.storage.sqlite_database import SqliteDatabase
from companion.engine.storage.store import PlayerStore, Snapshot, Transaction
from companion.engine.storage.totals import TotalsCache
from companion.engine.storage.transaction import SqliteSnapshot, SqliteTransaction
from companion.engine.storage.wishes import Wishes
from companion.support.clock import Clock
from companion.support.errors import CompanionError
from companion.support.handover import result_of

T = TypeVar("T")
R = TypeVar("R")

logger = logging.getLogger(__name__)


class SqliteStore:
    """Implements `Store`. Its methods are called on one loop and never block it."""

    def __init__(self, folder: Path, limits: Limits, clock: Clock) -> None:
        """Name the world.

        Args:
            folder: The world's folder.
            limits: Read at every write.
            clock: For the age of conversations.
        """
        paths = WorldPaths(folder)
        self._paths = paths
        self._limits = limits
        self._lock = ProcessLock(paths.lock)
        self._totals = TotalsCache()
        self._wishes = Wishes()
        self._generations = Generations()
        self._writer = GroupWriter(paths.business, BUSINESS, self._totals.forget)
        self._readers = Readers(paths.business)
        self._chat = ChatFile(paths.chat, limits, clock)
        self._shared_thread = DatabaseThread("shared")
        self._private_thread = DatabaseThread("private")
        self.shared: Database = SqliteDatabase(
            self._shared_thread, paths.shared_database, lambda: limits().shared_database_bytes
        )

    async def start(self) -> None:
        """Take the world's lock and open its files.

        Raises:
            StorageError: The world is served by another process, or a file is damaged, foreign or
                newer; all files are as they were.
        """
        opening = asyncio.get_running_loop().run_in_executor(None, self._open)
        try:
            await asyncio.shield(opening)
        except asyncio.CancelledError:
            await asyncio.wait({opening})  # a thread goes on; nobody else would let the world go
            if opening.exception() is None:
                await self.stop()
            raise

    async def stop(self) -> None:
        """Write what waits, close every file and let the world go."""
        await self._shared_thread.stop()
        await self._private_thread.stop()
        await asyncio.to_thread(self._close)

    def view(self, player: UUID) -> PlayerStore:
        """A player's store at the present generation."""
        return PlayerView(self, player, partial(self._private, player))

    async def update(self, player: UUID, change: Callable[[Transaction], T]) -> T:
        """Change one player's data whatever its generation."""
        return await self.update_if(player, change, lambda: True)

    async def update_if(
        self, player: UUID, change: Callable[[Transaction], T], is_remembered: Callable[[], bool]
    ) -> T:
        """Change; rounds follow on their own, each if it is still remembered by then."""
        future, _ = self._submit(player, change, is_remembered)
        return await result_of(future)

    async def remember(
        self, player: UUID, finished: Round, is_remembered: Callable[[], bool]
    ) -> bool:
        """Keep a round that no change comes with; on disk when it returns.

        Returns:
            False where it is not remembered any more, or there is no room for it.
        """
        wish = self._wishes.of(player)
        if wish is not None:
            if not is_remembered():
                return False
            return await result_of(self._keep(player, finished, is_turn=wish))
        future, rounds = self._submit(player, lambda data: data.remember(finished), is_remembered)
        await result_of(future)
        return bool(rounds) and await result_of(rounds[0])

    async def read(self, player: UUID, look: Callable[[Snapshot], T]) -> T:
        """Look at one player's data."""
        future = self._readers.submit(lambda connection: look(SqliteSnapshot(connection, player)))
        return await result_of(future)

    async def players(self) -> tuple[UUID, ...]:
        """Everyone of whom something is stored."""
        return await result_of(self._readers.submit(players_of))

    async def copy(
        self, player: UUID, look: Callable[[Snapshot], T], decode: Callable[[bytes], R], most: int
    ) -> tuple[T, tuple[Turn[R], ...]]:
        """Data and conversation of one moment."""
        queued: list[Future[tuple[Turn[R], ...]]] = []
        future = self._writer.submit(
            lambda connection: look(SqliteSnapshot(connection, player)),
            lambda _: queued.append(self._chat.turns(player, decode, most, in_order=True)),
        )
        result = await result_of(future)
        return result, await result_of(queued[0])

    async def reply(self, player: UUID, request: UUID, fingerprint: str) -> bytes | None:
        """The reply kept for a request."""
        return await result_of(self._chat.reply(player, request, fingerprint))

    async def turns(
        self, player: UUID, decode: Callable[[bytes], T], most: int
    ) -> tuple[Turn[T], ...]:
        """The latest turns, oldest first; none for a player who wants no history (G35)."""
        wish = self._wishes.of(player)
        if wish is None:
            wish = await self.read(player, lambda data: data.record().preferences.history)
        if not wish:
            return ()
        return await result_of(self._chat.turns(player, decode, most))

    def present(self, player: UUID) -> Generation:
        """The player's generation now. Any thread."""
        return self._generations.of(player)

    def invalidate(self, player: UUID) -> None:
        """Start a new runtime generation."""
        self._generations.invalidate(player)

    async def clear_conversation(self, player: UUID) -> None:
        """Forget history and replies."""
        self._generations.clear_memory(player)
        await self._after_changes(partial(self._chat.forget, player))

    async def forget_turns(self, player: UUID) -> None:
        """Forget what was said."""
        await self._after_changes(partial(self._chat.forget_turns, player))

    async def delete(self, player: UUID) -> None:
        """Delete all of a player, readable or not; whoever still works for them is refused."""
        self.invalidate(player)
        await self._private_thread.delete(self._paths.private_database(player))
        await self._after_changes(partial(self._chat.forget, player))
        deleted = self._writer.submit(
            partial(self._delete_rows, player), lambda _: self._wishes.drop(player)
        )
        await result_of(deleted)

    async def _after_changes(self, forget: Callable[[], Future[None]]) -> None:
        """Queue it behind the rounds of changes that are on disk already."""
        queued: list[Future[None]] = []
        ordered = self._writer.submit(lambda _: None, lambda _: queued.append(forget()))
        await result_of(ordered)
        await result_of(queued[0])

    def _submit(
        self, player: UUID, change: Callable[[Transaction], T], is_remembered: Callable[[], bool]
    ) -> tuple[Future[T], list[Future[bool]]]:
        kept: list[Future[bool]] = []
        staged: list[SqliteTransaction] = []

        def work(connection: sqlite3.Connection) -> T:
            totals = self._totals.load(connection, player)
            transaction = SqliteTransaction(connection, player, totals, self._limits())
            result = change(transaction)
            self._totals.keep(player, transaction.close())
            staged.append(transaction)
            return result

        def committed(_: T) -> None:
            wish, rounds = staged[0].wish, staged[0].rounds
            if wish is not None:
                self._wishes.note(player, is_history=wish)
            kept.extend(
                self._keep(player, finished, is_turn=bool(wish))
                for finished in rounds
                if is_remembered()
            )

        return self._writer.submit(work, committed), kept

    def _keep(self, player: UUID, finished: Round, *, is_turn: bool) -> Future[bool]:
        """Queue a round; a cache that cannot take it costs the round and nothing else."""
        try:
            future = self._chat.keep(player, finished, is_turn=is_turn)
        except CompanionError as error:
            logger.warning("request %s is not remembered: %s", finished.request, error)
            future = Future()
            future.set_result(False)
        return future

    def _delete_rows(self, player: UUID, connection: sqlite3.Connection) -> None:
        delete_rows(connection, player)
        self._totals.drop(player)

    def _private(self, player: UUID, guard: Callable[[], None]) -> Database:
        return SqliteDatabase(
            self._private_thread,
            self._paths.private_database(player),
            lambda: self._limits().private_database_bytes,
            guard,
        )

    def _open(self) -> None:
        self._lock.acquire()
        try:
            self._writer.start()
            self._chat.start()
        except BaseException:
            self._close()
            raise

    def _close(self) -> None:
        self._readers.stop()
        self._writer.stop()
        self._chat.stop()
        self._lock.release()
