"""Which actions a player may use now, by what is installed and what they have."""

from __future__ import annotations

from uuid import UUID

from companion.engine.access.levels import AiMode
from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.workflow import AnyWorkflow
from companion.engine.module import HelpEntry
from companion.engine.presence import Presence
from companion.engine.react.reasoning import REASONING_ACTION
from companion.engine.registry import MODULES


class Usable:
    """Asks the catalog and the player's rights anew each time. On the engine's loop."""

    def __init__(self, engine: AgentEngine, presence: Presence) -> None:
        self._engine = engine
        self._presence = presence

    def workflows(self, player: UUID) -> tuple[AnyWorkflow, ...]:
        """Workflows that a player's features offer now."""
        rights = self._engine.rights
        chosen = self._engine.catalog.available(lambda one: rights.has_module(player, one))
        return tuple(candidate.workflow for candidate in chosen)

    def is_available(self, action: str, player: UUID) -> bool:
        """Whether an action may be offered to a player now."""
        if action == REASONING_ACTION and AiMode.REASON not in self._presence.rights(player).modes:
            return False
        has = self._engine.rights.has_module
        return self._engine.catalog.choose(action, lambda one: has(player, one)) is not None

    def ttl_s(self, action: str) -> float:
        """How long an action may take; 0 for one that nobody has."""
        flow = self._engine.catalog.declaration(action)
        return self._engine.policy_of(flow).ttl_s if flow else 0.0

    def help(self, player: UUID) -> tuple[HelpEntry, ...]:
        """Help lines of the features that a player has."""
        return tuple(
            entry
            for module in MODULES
            for entry in module.help
            if self.is_available(entry.call.action, player)
        )
