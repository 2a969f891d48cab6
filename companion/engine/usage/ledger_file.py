"""The ledger's file, `data/system/token_usage.dat`: JSON, replaced whole. Blocks on the disk."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.engine.usage.counters import UsageSnapshot
from companion.support.atomic import write_atomically
from companion.support.bounded import read_bounded

logger = logging.getLogger(__name__)

MOST_BYTES = 64 << 20


def ledger_path(world: Path) -> Path:
    """Where it lies: apart from what revoke and reset delete (USAGE-006, USAGE-007)."""
    return world / "data" / "system" / "token_usage.dat"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What the file holds, and what was wrong with it.

    Attributes:
        fault: For the log and the operator; empty when all is well.
        is_writable: False for a file that could be neither read nor set aside.
    """

    snapshot: UsageSnapshot
    fault: str = ""
    is_writable: bool = True


def load(path: Path) -> Loaded:
    """Read the file; one that is damaged is set aside under another name and kept."""
    try:
        data = read_bounded(path, MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            return _set_aside(path, "larger than 64 MiB")
        return Loaded(msgspec.json.decode(data, type=UsageSnapshot))
    except FileNotFoundError:
        return Loaded(UsageSnapshot())
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _set_aside(path, "damaged, or of another program")
    except OSError as error:
        return Loaded(UsageSnapshot(), f"{path.name}: {error.strerror}", is_writable=False)


def save(path: Path, snapshot: UsageSnapshot) -> None:
    """Replace the file; on disk when it returns.

    Raises:
        OSError: It could not be written; the old one is still there.
    """
    write_atomically(path, msgspec.json.encode(snapshot))


def _set_aside(path: Path, reason: str) -> Loaded:
    """Move it to the first free name beside it: counting goes on, and nothing is lost."""
    number = 1
    while (kept := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    try:
        os.rename(path, kept)
    except OSError as error:
        fault = f"{path.name}: {reason}; not set aside: {error.strerror}"
        return Loaded(UsageSnapshot(), fault, is_writable=False)
    logger.error("%s is %s; kept as %s", path.name, reason, kept.name)
    return Loaded(UsageSnapshot(), f"{path.name} is {reason}; kept as {kept.name}")
