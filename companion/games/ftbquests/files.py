"""Reading a folder that may be broken, huge or hostile: everything is bounded, nothing hangs."""

from __future__ import annotations

import logging
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from companion.games.quest_book import Fault
from companion.games.snbt.content import Syntax, read_content
from companion.games.snbt.errors import SnbtError
from companion.support.errors import Failure, LinkError

logger = logging.getLogger(__name__)

MAX_FILE_BYTES = 32 << 20
MAX_TOTAL_BYTES = 256 << 20
MAX_FILES = 20_000
"""The largest known pack has 300 files and 17 MB."""

MAX_FAULTS = 500
MAX_FOLDER_DEPTH = 4

Stamp = tuple[int, int]
"""Modification time in nanoseconds, and size in bytes: what tells a changed file."""

Raw = dict[str, object]


def regular_stamp(path: Path) -> Stamp | None:
    """The stamp of a regular file; None for anything else, such as a pipe that would block."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def files_below(folder: Path, suffixes: tuple[str, ...], *, deep: bool = False) -> list[Path]:
    """Files of a folder by name, sorted; links to folders are not followed when going deep.

    Raises:
        LinkError: QUESTS_TOO_LARGE.
    """
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        depth = len(Path(place).relative_to(folder).parts)
        if not deep or depth >= MAX_FOLDER_DEPTH:
            folders.clear()
        folders.sort()
        found.extend(Path(place, name) for name in sorted(names) if name.endswith(suffixes))
        if len(found) > MAX_FILES:
            raise LinkError(Failure.QUESTS_TOO_LARGE, f"more than {MAX_FILES} files in {folder}")
    return found


@dataclass(slots=True)
class FileReader:
    """Reads the files of one quest folder and collects what is wrong with them.

    Attributes:
        root: Names in faults are relative to it.
        faults: So far, in the order they were met.
        read_well: Files that could be read.
    """

    root: Path
    faults: list[Fault] = field(default_factory=list)
    read_well: int = 0
    _bytes: int = 0

    def read(self, path: Path, syntax: Syntax) -> Raw | None:
        """The compound in a file; None, and a fault, when it cannot be read.

        Raises:
            LinkError: QUESTS_TOO_LARGE: all files together are beyond any real pack.
        """
        data = self._load(path)
        if data is None:
            return None
        try:
            content = read_content(data, syntax)
        except SnbtError as error:
            self.fault(path, str(error))
            return None
        for warning in content.warnings:
            self.fault(path, warning)
        self.read_well += 1
        return content.value

    def fault(self, path: Path, reason: str) -> None:
        """Note what is wrong with a file; beyond a bound only the log hears of it."""
        name = (
            path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.name
        )
        logger.warning("quest file %s: %s", name, reason)
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(Fault(name, reason))

    def _load(self, path: Path) -> bytes | None:
        stamp = regular_stamp(path)
        if stamp is None:
            self.fault(path, "is not a file that can be read")
            return None
        if stamp[1] > MAX_FILE_BYTES:
            self.fault(path, f"has {stamp[1] >> 20} MiB, more than {MAX_FILE_BYTES >> 20} MiB")
            return None
        self._bytes += stamp[1]
        if self._bytes > MAX_TOTAL_BYTES:
            raise LinkError(
                Failure.QUESTS_TOO_LARGE, f"more than {MAX_TOTAL_BYTES >> 20} MiB in {self.root}"
            )
        try:
            return path.read_bytes()
        except OSError as error:
            self.fault(path, error.strerror or str(error))
            return None
