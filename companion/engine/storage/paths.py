"""Where a world's files lie. Folders of older programs beside them are none of our business.

Operators protect the world folder, its copies and its backups by the rights of the system: our
files are made without access for others, and that is all a program can do about it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from uuid import UUID


@dataclass(frozen=True, slots=True)
class WorldPaths:
    """Files under one world's folder; one process at a time, on a local file system."""

    world: Path

    @property
    def lock(self) -> Path:
        """Held by the process that serves this world."""
        return self.world / "system" / "store.lock"

    @property
    def business(self) -> Path:
        """Players' records, ledgers, receipts and event tasks."""
        return self.world / "system" / "players.sqlite"

    @property
    def chat(self) -> Path:
        """Conversations and the replay cache."""
        return self.world / "system" / "chat.sqlite"

    @property
    def shared_database(self) -> Path:
        """What all players may ask about."""
        return self.world / "system" / "database" / "shared.sqlite"

    def private_database(self, player: UUID) -> Path:
        """What one player may ask about."""
        return self.world / "system" / "database" / "players" / f"{player}.sqlite"
