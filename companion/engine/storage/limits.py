"""How much may be kept. Read at every write, so that a reload takes effect at once (SET-040)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

KIB = 1024
MIB = 1024 * KIB


@dataclass(frozen=True, slots=True)
class StorageLimits:
    """Bounds of one player's data and of the databases; bytes are those of encoded records.

    Attributes:
        business_bytes: Record, ledgers, receipts and event tasks of a player together.
        replay_bytes: Conversation rounds and kept replies of a player together.
        receipts_bytes: Step receipts of a player, inside `business_bytes`.
        tasks_bytes: Event tasks of a player, inside `business_bytes`.
        receipts: Step receipts of a player.
        tasks: Event tasks of a player.
        turns: Conversation rounds of a player.
        days: Age at which a round is forgotten.
        replay_rounds: Latest requests of a player whose reply is given again.
        shared_database_bytes: The database all players share.
        private_database_bytes: The database of one player.
    """

    business_bytes: int = 4 * MIB
    replay_bytes: int = 32 * MIB
    receipts_bytes: int = 768 * KIB
    tasks_bytes: int = 256 * KIB
    receipts: int = 512
    tasks: int = 256
    turns: int = 200
    days: int = 30
    replay_rounds: int = 64
    shared_database_bytes: int = 64 * MIB
    private_database_bytes: int = 8 * MIB


Limits = Callable[[], StorageLimits]
"""The limits in force now; called from the store's threads."""
