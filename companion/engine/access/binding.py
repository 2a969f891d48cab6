"""Grant, revoke and reset: how a player gets a system of modules and loses it again.

The rules are here; the store holds the data and its lock, `BindingEffects` what the rest of the
engine has to do. Only administration calls this: no message of a client and no model does.
"""

from __future__ import annotations

import contextlib
import enum
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Protocol, TypeVar
from uuid import UUID

import msgspec

from companion.engine.storage.store import Snapshot, Transaction
from companion.protocol.signon import BindingChange
from companion.support.errors import CompanionError, Failure, StorageError

T = TypeVar("T")

logger = logging.getLogger(__name__)


class BindingStore(Protocol):
    """What bindings need of the store; the engine's `Store` has it."""

    async def update(self, player: UUID, change: Callable[[Transaction], T]) -> T:
        """Change one player's data in one transaction."""
        ...

    async def read(self, player: UUID, look: Callable[[Snapshot], T]) -> T:
        """Look at one player's data."""
        ...

    async def delete(self, player: UUID) -> None:
        """Delete all of a player, readable or not."""
        ...


class BindingEffects(Protocol):
    """What follows from a change; all of it on the engine's loop."""

    def invalidate(self, player: UUID) -> None:
        """Start a new runtime generation, cancel interactions, disable event rules."""
        ...

    def changed(self, player: UUID, change: BindingChange, system: str) -> None:
        """Tell the player's companions; opens nothing and clears no record."""
        ...


Revoked = Callable[[UUID], Awaitable[None]]
"""A part of the engine that forgets a player: quotes, narration, claims, the private database."""
Baseline = Callable[[Transaction], None]
"""Notes what a player had achieved before the binding, inside its transaction (BIND-008)."""


class Granted(enum.Enum):
    """What a grant came to."""

    NEW = "new"
    ALREADY = "already"


class Bindings:
    """Binds players. On the engine's loop."""

    def __init__(
        self,
        store: BindingStore,
        effects: BindingEffects,
        systems: Callable[[], Collection[str]],
        revoked: Sequence[Revoked] = (),
    ) -> None:
        """Store what is given.

        Args:
            store: Players' data.
            effects: The rest of the engine.
            systems: Ids of the systems that the world defines now.
            revoked: Called in order before a player's data is deleted.
        """
        self._store = store
        self._effects = effects
        self._systems = systems
        self._revoked = tuple(revoked)
        self._guidance: set[UUID] = set()

    async def grant(self, player: UUID, system: str, baseline: Baseline | None = None) -> Granted:
        """Bind a player to a system.

        Raises:
            CompanionError: SYSTEM_UNKNOWN, or OTHER_SYSTEM_BOUND.
            StorageError: The player's data cannot be read or written; nothing changed.
        """
        if system not in self._systems():
            raise CompanionError(Failure.SYSTEM_UNKNOWN, system[:128])
        granted = await self._store.update(player, lambda data: _bind(data, system, baseline))
        if granted is Granted.NEW:
            self._guidance.add(player)
            self._effects.changed(player, BindingChange.BOUND, system)
        return granted

    async def grant_on_pair(
        self, player: UUID, system: str, baseline: Baseline | None = None
    ) -> bool:
        """Bind a newly paired player who is bound to nothing; an empty system binds nobody.

        Returns:
            Whether the player is bound now because of it.
        """
        if not system or await self.system(player):
            return False
        return await self.grant(player, system, baseline) is Granted.NEW

    async def revoke(self, player: UUID) -> None:
        """Take a player's system away, with all that was kept of the player.

        What happened in the game stays, and a payment on its way may still arrive (BIND-015).

        Raises:
            CompanionError: NOT_BOUND; nothing was stopped.
            StorageError: Not all is deleted; what ran stays cancelled, and a player who is still
                bound goes on. Call again.
        """
        if not await self.system(player):
            raise CompanionError(Failure.NOT_BOUND)
        await self._clear(player)

    async def reset(self, player: UUID) -> None:
        """Delete a player's data whether or not it can be read; a new grant is needed afterwards.

        Raises:
            StorageError: See `revoke`.
        """
        await self._clear(player)

    async def system(self, player: UUID) -> str:
        """The system a player is bound to, present in the world or not; empty for none."""
        systems = await self._store.read(player, lambda data: data.record().systems)
        return systems[0] if systems else ""

    async def ready_system(self, player: UUID) -> str:
        """The system whose modules a player may use now (BIND-017).

        A definition that is gone is not replaced by another; once it is back, the player goes on.

        Raises:
            CompanionError: NOT_BOUND, or SYSTEM_GONE.
        """
        system = await self.system(player)
        if not system:
            raise CompanionError(Failure.NOT_BOUND)
        if system not in self._systems():
            raise CompanionError(Failure.SYSTEM_GONE, system)
        return system

    async def systems_changed(
        self, before: Collection[str], online: Collection[UUID]
    ) -> tuple[UUID, ...]:
        """Tell those who are there that their system went or came back (BIND-020).

        Args:
            before: Ids of the systems before the world's definitions were read again.
            online: Players with a connection.

        Returns:
            Players whose system is gone now; who cannot be read is left out.
        """
        now = self._systems()
        gone: list[UUID] = []
        for player in online:
            try:
                system = await self.system(player)
            except StorageError as error:
                logger.warning("player %s: binding not read: %s", player, error)
                continue
            if system in before and system not in now:
                gone.append(player)
                self._effects.invalidate(player)
                self._effects.changed(player, BindingChange.INVALIDATED, system)
            elif system in now and system not in before:
                self._effects.changed(player, BindingChange.BOUND, system)
        return tuple(gone)

    def take_guidance(self, player: UUID) -> bool:
        """Whether the player is new here and was not yet shown around; true once (BIND-009)."""
        due = player in self._guidance
        self._guidance.discard(player)
        return due

    def logged_out(self, player: UUID) -> None:
        """Forget guidance that was not given."""
        self._guidance.discard(player)

    async def _clear(self, player: UUID) -> None:
        """Stop first, forget second, delete last, and claim success only then (BIND-011)."""
        self._guidance.discard(player)
        self._effects.invalidate(player)
        try:
            for forget in self._revoked:
                await forget(player)
            await self._store.delete(player)
        except StorageError:
            await self._still_bound(player)
            raise
        logger.info("player %s was cleared", player)
        self._effects.changed(player, BindingChange.REVOKED, "")

    async def _still_bound(self, player: UUID) -> None:
        """What was closed for a player opens again: the disk refused to delete the binding."""
        with contextlib.suppress(StorageError):
            if system := await self.system(player):
                self._effects.changed(player, BindingChange.BOUND, system)


def _bind(data: Transaction, system: str, baseline: Baseline | None) -> Granted:
    """Judge and bind in one transaction, so that of two grants one succeeds (BIND-006)."""
    record = data.record()
    if system in record.systems:
        return Granted.ALREADY
    if record.systems:
        raise CompanionError(Failure.OTHER_SYSTEM_BOUND, record.systems[0])
    data.set_record(msgspec.structs.replace(record, systems=(system,)))
    if baseline is not None:
        baseline(data)
    return Granted.NEW
