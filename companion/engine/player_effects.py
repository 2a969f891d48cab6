"""What administration does to players who are there: told, cut off, looked at anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

import msgspec

from companion.engine.access.levels import AiLevel
from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.desk import Desk
from companion.engine.execution.events import EventExecutor
from companion.engine.presence import Presence
from companion.engine.state_messages import StateMessages
from companion.language.phrase import phrase
from companion.protocol.responses import Notice
from companion.protocol.signon import Binding, BindingChange
from companion.support.loops import spawn


@dataclass(frozen=True, slots=True)
class Running:
    """What runs for players.

    Attributes:
        states: Tells them what the engine knows.
        desks: Where their requests are taken.
    """

    engine: AgentEngine
    events: EventExecutor
    states: StateMessages
    desks: Mapping[UUID, Desk]


class PlayerEffects:
    """Implements `AiEffects` and `BindingEffects`. On the engine's loop."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._running: Running | None = None

    def move_in(self, running: Running) -> None:
        """Know the engine; before the first player comes."""
        self._running = running

    def online(self) -> Collection[UUID]:
        """Players with a connection."""
        return self._presence.online()

    def cancel(self, player: UUID) -> None:
        """End a player's interactions: the AI level changed."""
        if desk := self._known.desks.get(player):
            desk.stop()

    def synchronise(self, player: UUID, level: AiLevel) -> None:
        """Send the player's state anew, and say what is open now (PERM-004)."""
        self._presence.send(player, Notice(phrase(f"engine.level.{level}")))
        self._known.states.soon(player)

    def invalidate(self, player: UUID) -> None:
        """Make all work for a player void: their data is about to go (BIND-011)."""
        self.cancel(player)
        self._known.engine.invalidate(player)
        self._known.events.cancel(player)
        self._known.engine.lifecycles.revoked(player)
        self._presence.revoked(player)

    def changed(self, player: UUID, change: BindingChange, system: str) -> None:
        """Tell a player's companions of a binding, and find out what the player has now."""
        bound = system if change is not BindingChange.REVOKED else msgspec.UNSET
        self._presence.send(player, Binding(change, bound))
        if self._presence.is_online(player):
            spawn(self._look_again(player), "binding changed")

    async def _look_again(self, player: UUID) -> None:
        await self._presence.refresh(player)
        await self._known.states.send(player)

    @property
    def _known(self) -> Running:
        if self._running is None:
            raise RuntimeError("effects are used before the engine is put together")
        return self._running
