"""Sums of files, computed once: a file of the same size and time is not read a second time."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

import msgspec

from companion.support.atomic import write_atomically

logger = logging.getLogger(__name__)


class Stamp(msgspec.Struct, frozen=True):
    """What a file looked like when its sum was computed."""

    size: int
    mtime_ns: int
    sha256: str


class CheckedSums:
    """Remembers the sums of files in one JSON file of the cache. One thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamps = _read(path)

    def sha256(self, file: Path) -> str:
        """The sum of a file.

        Raises:
            OSError: It cannot be read.
        """
        status = file.stat()
        known = self._stamps.get(str(file))
        if known and (known.size, known.mtime_ns) == (status.st_size, status.st_mtime_ns):
            return known.sha256
        with file.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
        self._stamps[str(file)] = Stamp(status.st_size, status.st_mtime_ns, found)
        self._write()
        return found

    def forget(self) -> None:
        """Compute every sum anew when it is asked for next."""
        self._stamps.clear()

    def _write(self) -> None:
        try:
            write_atomically(self._path, msgspec.json.encode(self._stamps))
        except OSError as error:
            logger.warning("sums are not remembered: %s", error)


def _read(path: Path) -> dict[str, Stamp]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Stamp])
    except (OSError, msgspec.DecodeError):
        return {}
