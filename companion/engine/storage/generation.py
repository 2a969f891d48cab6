"""Generations of a player's data: what an old task still brings back is told from what is new."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Generation:
    """Numbers that a task takes along.

    Attributes:
        runtime: Another one after revoke and reset: nothing of the task may be written.
        memory: Another one after the conversation was cleared: its round may not be kept.
    """

    runtime: int = 0
    memory: int = 0


class Generations:
    """The present generation of each player. Any thread."""

    def __init__(self) -> None:
        self._present: dict[UUID, Generation] = {}
        self._lock = threading.Lock()

    def of(self, player: UUID) -> Generation:
        """The generation now."""
        return self._present.get(player, Generation())

    def invalidate(self, player: UUID) -> None:
        """Start a new runtime and memory."""
        with self._lock:
            now = self.of(player)
            self._present[player] = Generation(now.runtime + 1, now.memory + 1)

    def clear_memory(self, player: UUID) -> None:
        """Start a new memory."""
        with self._lock:
            now = self.of(player)
            self._present[player] = Generation(now.runtime, now.memory + 1)
