"""An account's ledger on the disk: `system/speech-usage/<UUID>.json`. Blocks on the disk.

Every change reads the file, changes it and replaces it whole, under a lock that other processes of
ours respect: `companion say` may run beside the window.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import filelock
import msgspec

from companion.speech.ledger.counts import Ledger
from companion.support.atomic import write_atomically
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

MOST_BYTES = 8 << 20
LOCK_TIMEOUT_S = 5.0


def usage_path(folder: Path, account: UUID) -> Path:
    """Where an account's ledger lies, below the player's configuration."""
    return folder / "system" / "speech-usage" / f"{account}.json"


class AccountFile:
    """Guards one file. Any thread, but one at a time.

    Attributes:
        fault: What was wrong with the file, for the player; empty when nothing was.
    """

    def __init__(self, path: Path, lock_timeout_s: float = LOCK_TIMEOUT_S) -> None:
        """Store what is given; nothing is read."""
        self.fault = ""
        self._path = path
        self._lock = filelock.FileLock(path.with_suffix(".lock"), timeout=lock_timeout_s)

    def read(self) -> Ledger:
        """The ledger as it is; one that cannot be read is set aside and kept.

        Raises:
            CompanionError: SPEECH_LEDGER_BROKEN.
        """
        return self.change(lambda ledger: ledger)

    def change(self, change: Callable[[Ledger], Ledger]) -> Ledger:
        """Replace the ledger by what comes of it; on disk on return.

        Raises:
            CompanionError: SPEECH_LEDGER_BROKEN, or what `change` raises; nothing was changed.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._lock:
                before = self._read()
                after = change(before)
                if after != before:
                    write_atomically(self._path, msgspec.json.encode(after))
                return after
        except (OSError, filelock.Timeout) as error:
            detail = f"{self._path.name}: {type(error).__name__}"
            raise CompanionError(Failure.SPEECH_LEDGER_BROKEN, detail) from error

    def _read(self) -> Ledger:
        try:
            if self._path.stat().st_size > MOST_BYTES:
                return self._set_aside("larger than 8 MiB")
            return msgspec.json.decode(self._path.read_bytes(), type=Ledger)
        except FileNotFoundError:
            return Ledger()
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return self._set_aside("damaged, or of another version")

    def _set_aside(self, reason: str) -> Ledger:
        """Move it to the first free name beside it: counting goes on, and nothing is lost."""
        number = 1
        while (kept := self._path.with_name(f"{self._path.name}.broken-{number}")).exists():
            number += 1
        os.rename(self._path, kept)
        self.fault = f"{self._path.name} is {reason}; kept as {kept.name}"
        logger.error("%s", self.fault)
        return Ledger()
