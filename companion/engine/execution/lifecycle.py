"""What others do when a player is revoked, leaves or gets other permissions (ENG-070)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol
from uuid import UUID

logger = logging.getLogger(__name__)


class AgentLifecycle(Protocol):
    """A feature's hooks; each clears its own caches. On the engine's loop, quick."""

    def revoked(self, player: UUID) -> None:
        """The player's data is about to be deleted."""
        ...

    def disconnected(self, player: UUID) -> None:
        """The player's last connection ended."""
        ...

    def permissions_changed(self, player: UUID) -> None:
        """Other modules or another AI level hold from now on."""
        ...


class Lifecycles:
    """All hooks, called in the order they were added; one that fails, fails alone."""

    def __init__(self) -> None:
        self._all: list[AgentLifecycle] = []

    def add(self, hooks: AgentLifecycle) -> None:
        """Have hooks called from now on."""
        self._all.append(hooks)

    def revoked(self, player: UUID) -> None:
        """Tell all."""
        for hooks in self._all:
            _call(hooks.revoked, player)

    def disconnected(self, player: UUID) -> None:
        """Tell all."""
        for hooks in self._all:
            _call(hooks.disconnected, player)

    def permissions_changed(self, player: UUID) -> None:
        """Tell all."""
        for hooks in self._all:
            _call(hooks.permissions_changed, player)


def _call(hook: Callable[[UUID], None], player: UUID) -> None:
    try:
        hook(player)
    except Exception as error:  # noqa: BLE001 - the others still have to clear theirs
        logger.error("a lifecycle hook failed: %s", type(error).__name__)
