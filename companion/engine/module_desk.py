"""What operators see and change of a world's systems and modules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from uuid import UUID

from companion.engine.access.binding import Baseline
from companion.engine.modules.installation import Installation
from companion.engine.modules.overrides import add_module, completions, remove_module
from companion.engine.modules.sessions import PlayerSessions
from companion.engine.storage.store import Store, Transaction


class ModuleDesk:
    """For administration. On the engine's loop."""

    def __init__(
        self,
        made: Installation,
        sessions: PlayerSessions,
        store: Store,
        removed: Callable[[UUID, str], None],
        changed: Callable[[UUID], Awaitable[None]],
        due: Callable[[UUID], Awaitable[Collection[str]]],
    ) -> None:
        """Store what is given.

        Args:
            made: What is installed.
            sessions: Players' use of it.
            store: Where overrides are kept.
            removed: Ends what a module does for a player.
            changed: Finds out anew what a player has.
            due: The instances that a player should have.
        """
        self._made = made
        self._sessions = sessions
        self._store = store
        self._removed = removed
        self._changed = changed
        self._due = due

    @property
    def installed(self) -> Collection[str]:
        """Ids of the module instances that this world has."""
        return self._made.instances

    def complete(self, begun: str) -> tuple[str, ...]:
        """Instance ids that begin so."""
        return completions(self._made, begun)

    def systems(self) -> Collection[str]:
        """Ids of the systems that this world defines."""
        return tuple(self._made.data.systems)

    def baseline(self, player: UUID) -> Baseline:
        """Notes, inside a binding's transaction, what modules saw of the game now (BIND-008)."""
        bindings = self._sessions.bindings(player)

        def note(data: Transaction) -> None:
            for binding in bindings:
                binding(data)

        return note

    async def of(self, player: UUID) -> Collection[str]:
        """Instances that are on for a player, who need not be there.

        Raises:
            CompanionError: The store's reason.
        """
        return await self._due(player)

    async def add_module(self, player: UUID, module: str) -> None:
        """Switch a module on for a player, at once where they are there.

        Raises:
            CompanionError: See `overrides.add_module`.
        """
        await add_module(self._store.view(player), self._made, module)
        await self._changed(player)

    async def remove_module(self, player: UUID, module: str) -> None:
        """Switch a module off for a player; what it does for them ends (ENG-069).

        Raises:
            CompanionError: See `overrides.remove_module`.
        """
        await remove_module(self._store.view(player), self._made, module)
        self._removed(player, module)
        await self._changed(player)
