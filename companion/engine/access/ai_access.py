"""Which AI level each player has in this world, and what happens when one changes (PERM-003).

These are records of the world, not of a player: a revoke or reset leaves them (PERM-008).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Annotated, Protocol
from uuid import UUID

import msgspec

from companion.engine.access.devices import Write
from companion.engine.access.levels import AiLevel
from companion.support.errors import StorageError


class AiAccess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels as they are stored; read strictly.

    Attributes:
        default: Of everyone who has none (PERM-012).
    """

    version: Annotated[int, msgspec.Meta(ge=1, le=1)] = 1
    default: AiLevel = AiLevel.ASSIST
    players: dict[UUID, AiLevel] = {}


class AiEffects(Protocol):
    """What a change does to a player who is there; called on the engine's loop (PERM-004)."""

    def online(self) -> Collection[UUID]:
        """Players with a connection."""
        ...

    def cancel(self, player: UUID) -> None:
        """Cancel the player's running interactions."""
        ...

    def synchronise(self, player: UUID, level: AiLevel) -> None:
        """Send the player's state anew, and say in the chat what is open now."""
        ...


class AiLevels:
    """Guards the levels of a world. On the engine's loop."""

    def __init__(
        self,
        stored: bytes | None,
        write: Write,
        effects: AiEffects,
        default: AiLevel = AiLevel.ASSIST,
    ) -> None:
        """Read the stored levels.

        Args:
            stored: What `write` was given last; None in a new world.
            write: Puts the levels on the disk.
            effects: Tells the players.
            default: Default level of a new world.

        Raises:
            StorageError: They are damaged; nobody gets more than an operator allowed.
        """
        self._access = AiAccess(default=default) if stored is None else _read(stored)
        self._write = write
        self._effects = effects
        self._changing = asyncio.Lock()

    @property
    def default(self) -> AiLevel:
        """The level of players who have none."""
        return self._access.default

    def of(self, player: UUID) -> AiLevel:
        """A player's level now; ask before every call of a model (PERM-005)."""
        return self._access.players.get(player, self._access.default)

    async def set(self, player: UUID, level: AiLevel | None) -> bool:
        """Give a player a level, or with None the default again.

        Returns:
            Whether what the player has changed.

        Raises:
            StorageError: It could not be written; the old level stays.
        """
        return player in await self._change(lambda access: _with_level(access, player, level))

    async def set_default(self, level: AiLevel) -> tuple[UUID, ...]:
        """Change the level of everyone who has none of their own.

        Returns:
            Players who are there and have another level now.

        Raises:
            StorageError: It could not be written; the old one stays.
        """
        return await self._change(lambda access: msgspec.structs.replace(access, default=level))

    async def _change(self, edit: Callable[[AiAccess], AiAccess]) -> tuple[UUID, ...]:
        async with self._changing:
            before, access = self._access, edit(self._access)
            if access == before:
                return ()
            await self._write(msgspec.json.encode(access))
            self._access = access
        return self._told(before, {*self._effects.online(), *before.players, *access.players})

    def _told(self, before: AiAccess, there: Collection[UUID]) -> tuple[UUID, ...]:
        changed = tuple(player for player in there if _level(before, player) != self.of(player))
        for player in changed:
            self._effects.cancel(player)
            self._effects.synchronise(player, self.of(player))
        return changed


def _with_level(access: AiAccess, player: UUID, level: AiLevel | None) -> AiAccess:
    players = {other: kept for other, kept in access.players.items() if other != player}
    if level is not None:
        players[player] = level
    return msgspec.structs.replace(access, players=players)


def _level(access: AiAccess, player: UUID) -> AiLevel:
    return access.players.get(player, access.default)


def _read(stored: bytes) -> AiAccess:
    try:
        return msgspec.json.decode(stored, type=AiAccess)
    except (msgspec.DecodeError, RecursionError) as error:
        raise StorageError("the AI levels are damaged") from error
