"""SQLite files: made whole, judged before they are touched, opened for lasting writes.

A file that is damaged, somebody else's or of a newer format is reported and left as it is: it is
judged from its header and through a connection that only reads before anything may write.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.engine.storage.folders import make_folder, sync_folder
from companion.support.errors import StorageError

logger = logging.getLogger(__name__)

BUSY_TIMEOUT_S = 5.0
"""How long a writer waits for a foreign lock, such as a backup's, before it reports."""

_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100


@dataclass(frozen=True, slots=True)
class Schema:
    """What a file of ours is.

    Attributes:
        application: Number in the header that says whose file it is (SQLite's `application_id`).
        version: Number of the format (SQLite's `user_version`).
        statements: Make the tables of an empty file.
    """

    application: int
    version: int
    statements: tuple[str, ...]


@contextlib.contextmanager
def reported(operation: str, path: Path) -> Iterator[None]:
    """Log what the disk or SQLite says, with operation and path, and raise it as ours.

    Raises:
        StorageError: From any `sqlite3.Error` or `OSError`.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        logger.error("cannot %s %s: %s", operation, path, error)
        raise StorageError(f"cannot {operation} {path.name}") from error


def open_writer(path: Path, schema: Schema) -> sqlite3.Connection:
    """Open a file for writing, made if it is missing; blocks on the disk.

    Returns:
        A connection without implicit transactions, for whichever one thread uses it.

    Raises:
        StorageError: The file cannot be used; it is as it was.
    """
    with reported("open", path):
        if path.exists():
            _judge(path, schema)
        else:
            _make(path, schema)
        connection = _connect(path, "rw")
    try:
        with reported("open", path):
            _last(connection)
    except StorageError:
        connection.close()
        raise
    return connection


def open_reader(path: Path) -> sqlite3.Connection:
    """Open a file that a writer has open, for reading.

    Raises:
        StorageError: It cannot be opened.
    """
    with reported("open", path):
        connection = _connect(path, "ro")
        connection.execute("PRAGMA query_only = ON")
        return connection


def open_tidier(path: Path) -> sqlite3.Connection:
    """Open a file that a writer has open, to copy its log into it.

    Raises:
        StorageError: It cannot be opened.
    """
    with reported("open", path):
        connection = _connect(path, "rw")
        for pragma in ("synchronous = FULL", "checkpoint_fullfsync = ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection


def delete_file(path: Path) -> None:
    """Remove a database and what SQLite keeps beside it; a missing one is fine.

    Raises:
        StorageError: It is still there.
    """
    with reported("delete", path):
        for suffix in ("-wal", "-shm", ""):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
    )


def _last(connection: sqlite3.Connection) -> None:
    """Let every commit be on the disk before it returns; without that, refuse (never degrade)."""
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StorageError(f"this file system offers no write-ahead log ({mode})")
    for pragma in (
        "synchronous = FULL",
        "fullfsync = ON",  # macOS: fsync alone leaves it in the drive's cache
        "checkpoint_fullfsync = ON",
        "secure_delete = ON",  # words that were forgotten are overwritten
        "cell_size_check = ON",
        "trusted_schema = OFF",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _make(path: Path, schema: Schema) -> None:
    """Build the file under another name first: under its own it is whole or absent."""
    make_folder(path.parent)
    if _log(path).exists() and _log(path).stat().st_size:
        raise StorageError(f"{path.name} is gone, but its write-ahead log is not")
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with contextlib.closing(_connect(draft, "rw")) as connection:
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA application_id = {schema.application}")
        connection.execute(f"PRAGMA user_version = {schema.version}")
        for statement in schema.statements:
            connection.execute(statement)
        connection.execute("COMMIT")
    draft.rename(path)
    sync_folder(path.parent)


def _judge(path: Path, schema: Schema) -> None:
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        raise _kept(path, "is no database")
    if int.from_bytes(header[68:72], "big") != schema.application:
        raise _kept(path, "was not made by this program, or for something else")
    # Without a log the file is complete, and `immutable` leaves nothing beside it.
    mode = "ro" if _log(path).exists() else "ro&immutable=1"
    with contextlib.closing(_connect(path, mode)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != schema.version:
            raise _kept(path, f"has format {version}, this program reads {schema.version}")
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise _kept(path, "is damaged")


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _kept(path: Path, why: str) -> StorageError:
    logger.error("%s %s; it is kept as it is", path, why)
    return StorageError(f"{path.name} {why}")
