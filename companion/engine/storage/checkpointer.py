"""From the log of a file into the file, on a thread of its own: no commit waits for it.

SQLite would do it within whichever commit makes the log long, and the requests behind that commit
would wait for two more syncs of the disk. A commit is on the disk when the log is; this is
housekeeping, and where it fails the log just grows until SQLite does it after all.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from pathlib import Path

from companion.engine.storage.sqlite_file import open_tidier
from companion.support.errors import StorageError

logger = logging.getLogger(__name__)

EVERY = 128
"""Commits between two rounds."""
MOST_LOG_PAGES = 4_000
"""Pages of the log (16 MiB) at which a commit does what is left itself, so that it begins anew."""


class Checkpointer:
    """Copies committed pages. `committed` and `stop` are the writer's thread's or its owner's.

    Its thread begins with the first round that is due: most engines never write that much.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._commits = 0
        self._due = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_over = False

    def committed(self) -> None:
        """Count a commit."""
        self._commits += 1
        if self._commits % EVERY:
            return
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._work, name=f"checkpoints {self._path.stem}", daemon=True
            )
            self._thread.start()
        self._due.set()

    def stop(self) -> None:
        """End the thread; blocks for the round under way. The writer's close does the last one."""
        self._is_over = True
        self._due.set()
        if self._thread:
            self._thread.join()

    def _work(self) -> None:
        try:
            with contextlib.closing(open_tidier(self._path)) as connection:
                while self._due.wait() and not self._is_over:
                    self._due.clear()
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except (sqlite3.Error, StorageError) as error:
            logger.warning("the log of %s is not tidied: %s", self._path, error)
