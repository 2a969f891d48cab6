"""Rounds of conversation as rows of their own file. Reading on any thread, writing on its own."""

from __future__ import annotations

import itertools
import logging
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from companion.engine.storage.conversation import Round, Turn
from companion.engine.storage.limits import StorageLimits
from companion.engine.storage.receipt import is_fingerprint
from companion.engine.storage.retention import Kept, expired
from companion.support.errors import Failure, StorageError

T = TypeVar("T")

logger = logging.getLogger(__name__)

ROUNDS_AT_ONCE = 64
"""Of one statement: every SQLite there is takes so many values."""
_OVERHEAD_BYTES = 64
"""Identifiers and fingerprint of a round."""
_ROW = "(?, ?, ?, ?, ?, ?, ?, ?)"


def size_of(finished: Round, *, is_turn: bool) -> int:
    """Bytes that a round counts for."""
    user = finished.user if is_turn else None
    return _OVERHEAD_BYTES + len((user or "").encode()) + len(finished.result)


@dataclass(frozen=True, slots=True)
class Entry:
    """A round that is to be kept.

    Attributes:
        finished: The first reply to a request id is the one that stays.
        is_turn: It is part of the conversation; else only its reply is kept, without the words.
        at: Wall-clock seconds.
        size: Bytes that it counts for.
    """

    player: UUID
    finished: Round
    is_turn: bool
    at: float
    size: int

    @property
    def row(self) -> tuple[object, ...]:
        """As it is stored."""
        one = self.finished
        user = one.user.encode() if self.is_turn and one.user is not None else None
        return (
            *(self.player.bytes, one.request.bytes, one.fingerprint, self.at),
            *(user is not None, user, one.result, self.size),
        )


def keep_rounds(connection: sqlite3.Connection, entries: Sequence[Entry]) -> int:
    """Keep up to ROUNDS_AT_ONCE rounds in one statement.

    Returns:
        How many were of request ids without a reply.
    """
    rows = ", ".join([_ROW] * len(entries))
    inserted = connection.execute(
        "INSERT INTO round (player, request, fingerprint, at, remembered, user, result, bytes)"
        f" VALUES {rows} ON CONFLICT (player, request) DO NOTHING",
        tuple(itertools.chain.from_iterable(entry.row for entry in entries)),
    )
    return inserted.rowcount


def forget_expired(
    connection: sqlite3.Connection, player: UUID, limits: StorageLimits, now: float
) -> None:
    """Let the oldest rounds make room (STORE-021)."""
    rows = connection.execute(
        "SELECT id, at, bytes, remembered FROM round WHERE player = ? ORDER BY id DESC",
        (player.bytes,),
    ).fetchall()
    kept = [Kept(row, at, size, bool(turn)) for row, at, size, turn in rows]
    gone = expired(kept, limits, now)
    connection.executemany("DELETE FROM round WHERE id = ?", [(row,) for row in gone])


def find_reply(
    connection: sqlite3.Connection, player: UUID, request: UUID, fingerprint: str, rounds: int
) -> bytes | None:
    """The reply kept for a request among the latest so many rounds.

    Raises:
        StorageError: INPUT_CHANGED for another input; STORAGE_UNAVAILABLE when the fingerprint is
            damaged, for then nobody knows what was asked (ENG-020).
    """
    row = connection.execute(
        "SELECT fingerprint, result, (SELECT COUNT(*) FROM round AS later"
        " WHERE later.player = round.player AND later.id > round.id)"
        " FROM round WHERE player = ? AND request = ?",
        (player.bytes, request.bytes),
    ).fetchone()
    if row is None or row[2] >= rounds:
        return None
    if not is_fingerprint(row[0]):
        raise StorageError(f"the fingerprint of request {request} is damaged")
    if row[0] != fingerprint:
        raise StorageError(f"request {request} was asked otherwise", Failure.INPUT_CHANGED)
    return None if row[1] is None else bytes(row[1])


def read_requests(connection: sqlite3.Connection, player: UUID, most: int) -> tuple[UUID, ...]:
    """Ids of the latest rounds, oldest first."""
    rows = connection.execute(
        "SELECT request FROM round WHERE player = ? ORDER BY id DESC LIMIT ?", (player.bytes, most)
    ).fetchall()
    return tuple(UUID(bytes=row[0]) for row in reversed(rows))


def read_turns(
    connection: sqlite3.Connection, player: UUID, decode: Callable[[bytes], T], most: int
) -> tuple[tuple[Turn[T], ...], tuple[int, ...]]:
    """The latest turns, oldest first.

    Args:
        connection: Any.
        player: Whose.
        decode: Reads a reply; whatever it raises costs that reply and no other.
        most: How many at most.

    Returns:
        The turns, and the rows whose answer could not be read; what they hold is not told.
    """
    rows = connection.execute(
        "SELECT id, request, at, user, result FROM round WHERE player = ? AND remembered"
        " ORDER BY id DESC LIMIT ?",
        (player.bytes, most),
    ).fetchall()
    turns: list[Turn[T]] = []
    broken: list[int] = []
    for row, request, at, user, result in reversed(rows):
        answer = _decoded(decode, result)
        words = _words(user)
        if answer is None and result is not None:
            broken.append(row)
        if answer is not None or words is not None:
            turns.append(Turn(UUID(bytes=request), at, words, answer))
    if broken:
        logger.warning("%s answers in the history of %s cannot be read", len(broken), player)
    return tuple(turns), tuple(broken)


def clean_rounds(connection: sqlite3.Connection, rows: tuple[int, ...]) -> None:
    """Drop answers that could not be read; the player's words stay."""
    connection.executemany("UPDATE round SET result = NULL WHERE id = ?", [(row,) for row in rows])


def forget_rounds(connection: sqlite3.Connection, player: UUID) -> None:
    """Forget all of a player's."""
    connection.execute("DELETE FROM round WHERE player = ?", (player.bytes,))


def forget_turns(connection: sqlite3.Connection, player: UUID) -> None:
    """Make a player's turns replies without words."""
    connection.execute(
        "UPDATE round SET remembered = 0, user = NULL WHERE player = ? AND remembered",
        (player.bytes,),
    )


def _decoded(decode: Callable[[bytes], T], result: bytes | None) -> T | None:
    if result is None:
        return None
    try:
        return decode(bytes(result))
    except Exception as error:  # noqa: BLE001 - a reply of another version may break in any way
        logger.debug("a kept reply cannot be read: %s", type(error).__name__)
        return None


def _words(user: bytes | None) -> str | None:
    try:
        return None if user is None else bytes(user).decode()
    except UnicodeDecodeError:
        return None
