"""How much may be kept: read at every write, so that a reload takes effect at once (SET-040)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class StorageLimits(Protocol):
    """Bounds; bytes are those of encoded records. The configuration's record is one."""

    @property
    def business_bytes(self) -> int:
        """Record, ledgers, receipts and event tasks of a player together."""
        ...

    @property
    def cache_bytes(self) -> int:
        """Conversation rounds and kept replies of a player together."""
        ...

    @property
    def receipt_bytes(self) -> int:
        """Step receipts of a player, inside the business bytes."""
        ...

    @property
    def receipt_entries(self) -> int:
        """Step receipts of a player."""
        ...

    @property
    def event_bytes(self) -> int:
        """Event tasks of a player, inside the business bytes."""
        ...

    @property
    def event_entries(self) -> int:
        """Event tasks of a player."""
        ...

    @property
    def history_turns(self) -> int:
        """Conversation rounds of a player."""
        ...

    @property
    def history_days(self) -> int:
        """Age in days at which a round is forgotten."""
        ...

    @property
    def replay_rounds(self) -> int:
        """Latest requests of a player whose reply is given again."""
        ...

    @property
    def shared_database_bytes(self) -> int:
        """The database that all players share."""
        ...

    @property
    def private_database_bytes(self) -> int:
        """The database of one player."""
        ...


Limits = Callable[[], StorageLimits]
"""The limits in force now; called from the store's threads."""
