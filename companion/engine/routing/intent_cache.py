"""What a model once made of a player's exact words: briefly, and in memory only (ROUTE-049)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from companion.support.clock import Clock


class CacheLimits(Protocol):
    """How much is kept; `SemanticConfig` is one."""

    @property
    def cache_entries(self) -> int:
        """Sentences a player; 0 keeps none."""
        ...

    @property
    def cache_seconds(self) -> int:
        """How long a new entry counts."""
        ...


@dataclass(frozen=True, slots=True)
class _Entry:
    action: str
    ends: float


class IntentCache:
    """Words to the id of an action, for each player apart. On the engine's loop.

    Only the action is kept: its arguments are taken from the words anew each time (ROUTE-048). It
    has the hooks of an `AgentLifecycle`. Limits are read at each new entry (SET-036).
    """

    def __init__(self, limits: Callable[[], CacheLimits], clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        self._players: dict[UUID, OrderedDict[str, _Entry]] = {}

    def find(self, player: UUID, words: str) -> str:
        """The action that these words meant; "" when nothing is remembered."""
        entries = self._players.get(player, OrderedDict())
        entry = entries.get(words)
        if entry is None:
            return ""
        if entry.ends <= self._clock.monotonic():
            del entries[words]
            return ""
        entries.move_to_end(words)
        return entry.action

    def remember(self, player: UUID, words: str, action: str) -> None:
        """Keep what words meant; the entry used longest ago makes room."""
        limits = self._limits()
        if limits.cache_entries <= 0 or limits.cache_seconds <= 0:
            return
        entries = self._players.setdefault(player, OrderedDict())
        entries[words] = _Entry(action, self._clock.monotonic() + limits.cache_seconds)
        entries.move_to_end(words)
        while len(entries) > limits.cache_entries:
            entries.popitem(last=False)

    def forget(self, player: UUID) -> None:
        """Drop all of a player: memory cleared, or preferences changed (ROUTE-051)."""
        self._players.pop(player, None)

    def revoked(self, player: UUID) -> None:
        """The player's data is about to be deleted."""
        self.forget(player)

    def disconnected(self, player: UUID) -> None:
        """The player's last connection ended."""
        self.forget(player)

    def permissions_changed(self, player: UUID) -> None:
        """Other modules or another AI level hold from now on."""
        self.forget(player)

    def clear(self) -> None:
        """Drop everything; nothing is written anywhere."""
        self._players.clear()
