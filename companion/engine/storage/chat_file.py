"""The file of conversations and replies: a cache that never holds up business data."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from companion.engine.storage import chat_rows
from companion.engine.storage.chat_tally import Tallies
from companion.engine.storage.conversation import Round, Turn
from companion.engine.storage.group_writer import GroupWriter
from companion.engine.storage.known_requests import MOST_IDS, KnownRequests
from companion.engine.storage.limits import Limits, StorageLimits
from companion.engine.storage.readers import Readers
from companion.engine.storage.schema import CHAT
from companion.support.clock import Clock

T = TypeVar("T")

logger = logging.getLogger(__name__)


class ChatFile:
    """Rounds of all players. Methods queue work and return futures; call them from any thread."""

    def __init__(self, path: Path, limits: Limits, clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        self._tallies = Tallies()
        self._writer = GroupWriter(path, CHAT, self._tallies.forget)
        self._readers = Readers(path, threads=1)
        self._known = KnownRequests()
        self._broken: set[int] = set()
        self._broken_lock = threading.Lock()

    def start(self) -> None:
        """Open the file; blocks.

        Raises:
            StorageError: It cannot be used.
        """
        self._writer.start()

    def stop(self) -> None:
        """Write what waits and close; blocks."""
        self._readers.stop()
        self._writer.stop()

    def keep(self, player: UUID, finished: Round, *, is_turn: bool) -> Future[bool]:
        """Keep a round, on disk when the future resolves; the oldest make room for it.

        What could not be read meanwhile is cleaned in the same write. The future gives False for a
        round that is larger than all there may be; it is not kept then (STORE-020).
        """
        self._known.note(player, finished.request)
        with self._broken_lock:
            broken, self._broken = tuple(self._broken), set()
        limits, now = self._limits(), self._clock.wall()
        size = chat_rows.size_of(finished, is_turn=is_turn)

        def has_room() -> bool:
            tally = self._tallies.of(player)
            return not broken and tally is not None and tally.with_one(size, now).fits(limits, now)

        def work(connection: sqlite3.Connection) -> bool:
            if broken:
                chat_rows.clean_rounds(connection, broken)
            if size > limits.cache_bytes:
                logger.warning("a round of %s bytes has no room in the talk of %s", size, player)
                return False
            if chat_rows.keep_round(connection, player, finished, is_turn, now):
                self._added(connection, player, (size, now), limits)
            return True

        return self._writer.submit(work, is_single=has_room)

    def reply(self, player: UUID, request: UUID, fingerprint: str) -> Future[bytes | None]:
        """The reply kept for a request (`chat_rows.find_reply`); a new one costs no look."""
        rounds = self._limits().replay_rounds
        if self._known.is_new(player, request, rounds):
            return _nothing()

        def look(connection: sqlite3.Connection) -> bytes | None:
            self._known.learn(player, chat_rows.read_requests(connection, player, MOST_IDS))
            return chat_rows.find_reply(connection, player, request, fingerprint, rounds)

        return self._readers.submit(look)

    def turns(
        self, player: UUID, decode: Callable[[bytes], T], most: int, *, in_order: bool = False
    ) -> Future[tuple[Turn[T], ...]]:
        """The latest turns, bounded by the limit whatever was asked for (CHAT-008).

        Args:
            player: Whose.
            decode: Reads a reply.
            most: How many at most.
            in_order: See all that was queued before and nothing after; waits for the writer.
        """
        bound = max(0, min(most, self._limits().history_turns))

        def look(connection: sqlite3.Connection) -> tuple[Turn[T], ...]:
            turns, broken = chat_rows.read_turns(connection, player, decode, bound)
            with self._broken_lock:
                self._broken.update(broken)
            return turns

        return (self._writer if in_order else self._readers).submit(look)

    def forget(self, player: UUID) -> Future[None]:
        """Forget all of a player's."""

        def work(connection: sqlite3.Connection) -> None:
            self._tallies.drop(player)
            chat_rows.forget_rounds(connection, player)

        return self._writer.submit(work)

    def forget_turns(self, player: UUID) -> Future[None]:
        """Forget what a player said; replies stay for requests that come again."""
        return self._writer.submit(lambda connection: chat_rows.forget_turns(connection, player))

    def _added(
        self,
        connection: sqlite3.Connection,
        player: UUID,
        one: tuple[int, float],
        limits: StorageLimits,
    ) -> None:
        """Count a round that was just kept, its bytes and second; let what expired go."""
        tally, now = self._tallies.of(player), one[1]
        self._tallies.drop(player)  # what fails from here on is counted again
        tally = tally.with_one(*one) if tally else self._tallies.count(connection, player)
        if not tally.fits(limits, now):
            chat_rows.forget_expired(connection, player, limits, now)
            tally = self._tallies.count(connection, player)
        self._tallies.put(player, tally)


def _nothing() -> Future[bytes | None]:
    future: Future[bytes | None] = Future()
    future.set_result(None)
    return future
