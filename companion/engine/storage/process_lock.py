"""The lock that keeps a second process out of a world."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.engine.storage.folders import make_folder
from companion.support.errors import StorageError


class ProcessLock:
    """Held from `acquire` to `release`; the system lets go when the process dies. Any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock.

        Raises:
            StorageError: Another process, or another store of this one, has it.
        """
        make_folder(self._path.parent)
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            raise StorageError(f"{self._path.name} is held by another engine") from error
        self._handle = handle

    def release(self) -> None:
        """Let go; nothing happens when it is not held."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
