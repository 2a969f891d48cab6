"""A player's record and ledger entries as rows. Reading on any thread, writing on the store's."""

from __future__ import annotations

import sqlite3
from typing import TypeVar
from uuid import UUID

import msgspec

from companion.engine.storage.ledger import Ledger
from companion.engine.storage.record import PlayerRecord
from companion.engine.storage.totals import Totals
from companion.support.errors import Failure, StorageError

T = TypeVar("T")

_ENTRY = "player = ? AND owner = ? AND kind = ? AND key = ?"


def read_record(connection: sqlite3.Connection, player: UUID) -> PlayerRecord:
    """Read strictly: a record that cannot be understood is an error, not an empty player.

    Raises:
        StorageError: The record is damaged or of a newer version.
    """
    row = connection.execute("SELECT body FROM player WHERE player = ?", (player.bytes,)).fetchone()
    if row is None:
        return PlayerRecord()
    try:
        return msgspec.json.decode(row[0], type=PlayerRecord)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise StorageError(f"the record of {player} is damaged or newer") from error


def write_record(
    connection: sqlite3.Connection, player: UUID, record: PlayerRecord, totals: Totals
) -> bool:
    """Store a record; False where it is the same already.

    Raises:
        StorageError: The record breaks its own rules.
    """
    body = msgspec.json.encode(record)
    try:
        msgspec.json.decode(body, type=PlayerRecord)
    except msgspec.MsgspecError as error:
        raise StorageError(f"the record of {player} cannot be written") from error
    row = connection.execute("SELECT body FROM player WHERE player = ?", (player.bytes,)).fetchone()
    if row is not None and row[0] == body:
        return False
    totals.data_bytes += len(body) - (len(row[0]) if row else 0)
    connection.execute(
        "INSERT INTO player (player, body, bytes) VALUES (?, ?, ?)"
        " ON CONFLICT (player) DO UPDATE SET body = excluded.body, bytes = excluded.bytes",
        (player.bytes, body, len(body)),
    )
    return True


def read_entry(
    connection: sqlite3.Connection, player: UUID, ledger: Ledger[T], key: str
) -> T | None:
    """One entry, decoded anew for each caller.

    Raises:
        StorageError: The entry is damaged or newer.
    """
    row = connection.execute(
        f"SELECT body, version FROM ledger WHERE {_ENTRY}",
        (player.bytes, ledger.owner, ledger.kind, key),
    ).fetchone()
    return None if row is None else ledger.decode(*row)


def read_entries(
    connection: sqlite3.Connection, player: UUID, ledger: Ledger[T]
) -> tuple[tuple[str, T], ...]:
    """All entries in the order they were added.

    Raises:
        StorageError: One of them is damaged or newer: then none can be relied on (STORE-033).
    """
    rows = connection.execute(
        "SELECT key, body, version FROM ledger WHERE player = ? AND owner = ? AND kind = ?"
        " ORDER BY seq",
        (player.bytes, ledger.owner, ledger.kind),
    ).fetchall()
    return tuple((key, ledger.decode(body, version)) for key, body, version in rows)


def write_entry(
    connection: sqlite3.Connection,
    player: UUID,
    ledger: Ledger[T],
    entry: tuple[str, T],
    totals: Totals,
) -> bool:
    """Store an entry; False where it is the same already.

    Raises:
        StorageError: STORAGE_FULL when a new one is one too many; the value cannot be written.
    """
    key, value = entry
    body = ledger.encode(value)
    size = len(body) + len(key.encode())
    known = _stored(connection, player, ledger, key)
    if known is not None and known[:2] == (body, ledger.version):
        return False
    if known is None:
        _check_room(connection, player, ledger)
    totals.data_bytes += size - (known[2] if known else 0)
    connection.execute(
        "INSERT INTO ledger (player, owner, kind, key, version, body, bytes)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, owner, kind, key)"
        " DO UPDATE SET version = excluded.version, body = excluded.body, bytes = excluded.bytes",
        (player.bytes, ledger.owner, ledger.kind, key, ledger.version, body, size),
    )
    return True


def remove_entry(
    connection: sqlite3.Connection, player: UUID, ledger: Ledger[T], key: str, totals: Totals
) -> bool:
    """Remove an entry; False where there is none."""
    known = _stored(connection, player, ledger, key)
    if known is None:
        return False
    totals.data_bytes -= known[2]
    connection.execute(
        f"DELETE FROM ledger WHERE {_ENTRY}", (player.bytes, ledger.owner, ledger.kind, key)
    )
    return True


def _stored(
    connection: sqlite3.Connection, player: UUID, ledger: Ledger[T], key: str
) -> tuple[bytes, int, int] | None:
    row: tuple[bytes, int, int] | None = connection.execute(
        f"SELECT body, version, bytes FROM ledger WHERE {_ENTRY}",
        (player.bytes, ledger.owner, ledger.kind, key),
    ).fetchone()
    return row


def _check_room(connection: sqlite3.Connection, player: UUID, ledger: Ledger[T]) -> None:
    (count,) = connection.execute(
        "SELECT COUNT(*) FROM ledger WHERE player = ? AND owner = ? AND kind = ?",
        (player.bytes, ledger.owner, ledger.kind),
    ).fetchone()
    if count >= ledger.most_entries:
        raise StorageError(f"{ledger.kind} has {count} entries", Failure.STORAGE_FULL)
