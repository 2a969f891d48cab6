"""Small records of a world in files of their own: devices, AI levels (STORE-005).

They lie apart from players' data, so that neither revoke nor reset touches them.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from companion.support.atomic import write_atomically
from companion.support.bounded import read_bounded
from companion.support.errors import StorageError

FOLDER = Path("data") / "system"
DEVICES = "devices.dat"
AI_LEVELS = "ai_access.dat"
MAX_RECORD_BYTES = 16 << 20


class RecordFile:
    """One record, readable by its owner only. `read` blocks; `write` works on a thread."""

    def __init__(self, world: Path, name: str) -> None:
        self.path = world / FOLDER / name

    def read(self) -> bytes | None:
        """The record; None in a new world.

        Raises:
            StorageError: The file cannot be read; it is kept as it is.
        """
        try:
            data = read_bounded(self.path, MAX_RECORD_BYTES + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StorageError(f"{self.path.name}: {error.strerror}") from error
        if len(data) > MAX_RECORD_BYTES:
            raise StorageError(f"{self.path.name}: more than {MAX_RECORD_BYTES} bytes")
        return data

    async def write(self, data: bytes) -> None:
        """Replace the record.

        Raises:
            StorageError: The disk refused; the old record is still there.
        """
        try:
            await asyncio.to_thread(write_atomically, self.path, data)
        except OSError as error:
            raise StorageError(f"{self.path.name}: {error.strerror}") from error
