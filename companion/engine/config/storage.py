"""`system-storage.json`: how much is kept of a player (SET-007); read at every use (SET-040)."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.config.kinds import Bytes, Count, Positive
from companion.engine.config.values import Config

KIB, MIB = 1 << 10, 1 << 20


class StorageConfig(Config, frozen=True, kw_only=True, rename="camel"):
    """Limits; bytes are those of the encoded records.

    Attributes:
        business_bytes: Business data of a player (STORE-012).
        cache_bytes: Conversation and replay cache of a player (STORE-013).
        receipt_bytes, receipt_entries: Step receipts (STORE-014, STORE-015).
        event_bytes, event_entries: Event tasks.
        history_turns, history_days: Conversation kept; whichever ends first.
        replay_rounds: Requests whose replies can be said again.
        shared_database_bytes, private_database_bytes: Of the world; of a player.
    """

    FILE_NAME: ClassVar[str] = "system-storage.json"

    business_bytes: Bytes = 4 * MIB
    cache_bytes: Bytes = 32 * MIB
    receipt_bytes: Bytes = 768 * KIB
    receipt_entries: Positive = 512
    event_bytes: Bytes = 256 * KIB
    event_entries: Positive = 256
    history_turns: Count = 200
    history_days: Count = 30
    replay_rounds: Count = 64
    shared_database_bytes: Bytes = 64 * MIB
    private_database_bytes: Bytes = 8 * MIB
