"""What a module keeps of a player: declared once, stored as opaque versioned entries.

A module adds a `Ledger` of its own instead of a field of the player's record. Entries are keyed by
owner and kind; a module that needs books apart from another's declares another owner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from companion.support.errors import StorageError

T = TypeVar("T")

MOST_ENTRIES = 4096
"""Of one ledger; orders and inbox entries are bounded by it, and nothing archives them."""

Upgrade = Callable[[Mapping[str, Any], int], Mapping[str, Any]]
"""Older fields and their version to today's fields."""


@dataclass(frozen=True, slots=True)
class Ledger(Generic[T]):
    """Declares what one owner keeps: entries of one type under string keys ("" for a single one).

    Attributes:
        owner: Identifier of the module kind whose books these are, never of a configuration entry.
        kind: Identifier of the record type.
        type: A frozen `msgspec.Struct`, or anything msgspec reads strictly.
        factory: The value before the first one is stored; None where absence means absence.
        version: Of the type, written beside each entry.
        upgrade: Reads entries of older versions.
        most_entries: One more is refused with STORAGE_FULL.
    """

    owner: str
    kind: str
    type: type[T]
    factory: Callable[[], T] | None = None
    version: int = 1
    upgrade: Upgrade | None = None
    most_entries: int = MOST_ENTRIES

    def encode(self, value: T) -> bytes:
        """Write an entry.

        Raises:
            StorageError: The value is not of the type.
        """
        try:
            body = msgspec.json.encode(value)
            msgspec.json.decode(body, type=self.type)
        except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
            raise StorageError(f"{self.kind} of {self.owner} cannot be written") from error
        return body

    def decode(self, body: bytes, version: int) -> T:
        """Read an entry.

        Raises:
            StorageError: The entry is damaged, or of a version newer than ours.
        """
        if version > self.version or (version < self.version and self.upgrade is None):
            raise StorageError(f"{self.kind} of {self.owner} has version {version}")
        try:
            if self.upgrade is None or version == self.version:
                return msgspec.json.decode(body, type=self.type)
            older = msgspec.json.decode(body, type=dict[str, Any])
            return msgspec.convert(self.upgrade(older, version), self.type)
        except (msgspec.MsgspecError, TypeError, ValueError, KeyError, RecursionError) as error:
            raise StorageError(f"{self.kind} of {self.owner} is damaged") from error
