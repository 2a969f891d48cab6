"""Rounds of conversation as rows of their own file. Reading on any thread, writing on its own."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from companion.engine.storage.conversation import Round, Turn
from companion.engine.storage.limits import StorageLimits
from companion.engine.storage.receipt import is_fingerprint
from companion.engine.storage.retention import Kept, expired
from companion.support.errors import Failure, StorageError

T = TypeVar("T")

logger = logging.getLogger(__name__)

_OVERHEAD_BYTES = 64
"""Identifiers and fingerprint of a round."""


def size_of(finished: Round, *, is_turn: bool) -> int:
    """Bytes that a round counts for."""
    user = finished.user if is_turn else None
    return _OVERHEAD_BYTES + len((user or "").encode()) + len(finished.result)


def keep_round(
    connection: sqlite3.Connection,
    player: UUID,
    finished: Round,
    is_turn: bool,  # noqa: FBT001 - the player's preference, decided by the caller
    now: float,
) -> bool:
    """Keep a round.

    Args:
        connection: Of the chat file's thread.
        player: Whose.
        finished: The round; the first reply to a request id is the one that stays.
        is_turn: It is part of the conversation; else only its reply is kept, without the words.
        now: Wall-clock seconds.

    Returns:
        Whether the request id had no reply yet.
    """
    user = finished.user.encode() if is_turn and finished.user is not None else None
    inserted = connection.execute(
        "INSERT INTO round (player, request, fingerprint, at, remembered, user, result, bytes)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, request) DO NOTHING",
        (
            *(player.bytes, finished.request.bytes, finished.fingerprint, now),
            *(user is not None, user, finished.result, size_of(finished, is_turn=is_turn)),
        ),
    )
    return inserted.rowcount > 0


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
