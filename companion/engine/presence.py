"""Who is there, what each of them has, and what happens to that when it changes.

A player's visit begins with the first connection and ends with the last one. Until it is known
what a player has, requests wait for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from uuid import UUID

import msgspec

from companion.engine.access.levels import AiChoice, AiMode, AiRights, check_mode, rights
from companion.engine.arrival import arrive
from companion.engine.execution.task import Peer
from companion.engine.guests import Grant, Guest, House, due_to, kept_of
from companion.engine.players import PlayerIdentity
from companion.engine.storage.record import Preferences
from companion.protocol.requests import Mode
from companion.protocol.responses import Entitlement, ServerMessage
from companion.protocol.signon import Binding, BindingChange
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn

__all__ = ["Grant", "Guest", "House", "Presence"]

logger = logging.getLogger(__name__)

LINGER_S = 60.0
"""A player who lost the connection has this long to come back to what is being answered."""


class Presence:
    """Everybody who is there. On the engine's loop."""

    def __init__(self, left: Callable[[UUID], None]) -> None:
        """Store what is given.

        Args:
            left: Told of every visit that ended.
        """
        self._left = left
        self._guests: dict[UUID, Guest] = {}
        self._house: House | None = None

    def move_in(self, house: House) -> None:
        """Know the engine; before the first player comes."""
        self._house = house

    def online(self) -> Collection[UUID]:
        """Players with a connection."""
        return tuple(player for player, guest in self._guests.items() if guest.peers)

    def is_online(self, player: UUID) -> bool:
        """Whether a player has a connection."""
        guest = self._guests.get(player)
        return guest is not None and bool(guest.peers)

    def guest(self, player: UUID) -> Guest | None:
        """A player who is there."""
        return self._guests.get(player)

    def connected(self, identity: PlayerIdentity, peer: Peer) -> None:
        """A connection of a player who proved who they are."""
        guest = self._guests.get(identity.uuid)
        if guest is None:
            guest = self._guests[identity.uuid] = Guest(identity)
            guest.arriving = spawn(arrive(self._known, guest, self), "arrive")
        if guest.leaving:
            guest.leaving.cancel()
            guest.leaving = None
        guest.identity = identity
        guest.peers.append(peer)
        if guest.gone:
            peer.send(Binding(BindingChange.INVALIDATED, guest.gone))

    def disconnected(self, identity: PlayerIdentity, peer: Peer) -> None:
        """A connection ended; after the last one the visit goes on for LINGER_S."""
        guest = self._guests.get(identity.uuid)
        if guest is None or peer not in guest.peers:
            return
        guest.peers.remove(peer)
        if not guest.peers:
            loop = asyncio.get_running_loop()
            guest.leaving = loop.call_later(LINGER_S, self._leave, guest)

    def close(self) -> None:
        """End every visit."""
        for guest in tuple(self._guests.values()):
            if guest.leaving:
                guest.leaving.cancel()
            self._leave(guest)

    async def arrived(self, player: UUID) -> None:
        """Wait until it is known what a player has.

        Raises:
            CompanionError: It cannot be known.
        """
        guest = self._guests.get(player)
        if guest is None:
            raise CompanionError(Failure.CANCELLED, "the player left")
        if guest.arriving:
            await asyncio.shield(guest.arriving)
        if guest.fault:
            raise guest.fault

    async def due(self, player: UUID) -> tuple[str, ...]:
        """The module instances that a player should have now, whether they are there or not.

        Raises:
            CompanionError: It cannot be known.
        """
        house = self._known
        guest = self._guests.get(player) or Guest(PlayerIdentity(player))
        record, overrides = await kept_of(house, player, house.store.view(player))
        return due_to(house, guest, record, overrides)

    def check_system(self, player: UUID) -> None:
        """Stop what needs a system that this world does not define (any more).

        Raises:
            CompanionError: SYSTEM_GONE.
        """
        guest = self._guests.get(player)
        if guest and guest.gone:
            raise CompanionError(Failure.SYSTEM_GONE, guest.gone)

    async def again(self) -> None:
        """Find out anew what everybody has: the store opened, or the world's data changed."""
        for player in tuple(self._guests):  # also those who may come back
            await self.refresh(player)

    async def refresh(self, player: UUID) -> None:
        """Find out anew what a player has."""
        if guest := self._guests.get(player):
            guest.arriving = spawn(arrive(self._known, guest, self), "arrive")
            await asyncio.shield(guest.arriving)

    def send(self, player: UUID, message: ServerMessage) -> None:
        """Send to all connections of a player."""
        if guest := self._guests.get(player):
            for peer in guest.peers:
                peer.send(message)

    def is_operator(self, player: UUID) -> bool:
        """Whether a player who is there may administer."""
        guest = self._guests.get(player)
        return guest is not None and guest.identity.is_operator

    def names(self) -> dict[str, str]:
        """What players who are there are called, by their ids."""
        guests = self._guests.items()
        return {str(player): guest.identity.name for player, guest in guests if guest.identity.name}

    def revoked(self, player: UUID) -> None:
        """Close what is open for a player whose data is about to go."""
        self._known.sessions.close(player)
        if guest := self._guests.get(player):
            guest.system = ""

    def prefers(self, player: UUID, chosen: Preferences) -> None:
        """Take a player's choice into use."""
        if guest := self._guests.get(player):
            guest.preferences = chosen

    def may_ask_model(self, player: UUID) -> bool:
        """Whether level and preferences allow a model now."""
        return self.rights(player).model

    def rights(self, player: UUID) -> AiRights:
        """What a player may have of AI now."""
        return rights(self._known.level_of(player), self._choice(player))

    def entitlement(self, player: UUID) -> Entitlement | msgspec.UnsetType:
        """What a player is told of their rights; unset until it is known."""
        guest = self._guests.get(player)
        if guest is None or guest.fault or not (guest.arriving and guest.arriving.done()):
            return msgspec.UNSET
        chosen = guest.preferences
        system = self._known.made.data.systems.get(guest.system)
        return Entitlement(
            guest.system,
            tuple(Mode(mode) for mode in self.rights(player).modes),
            chosen.external,
            chosen.free_chat,
            chosen.history,
            system.name if system else "",
            system.description if system else "",
            guest.identity.is_operator,
        )

    def check_mode(self, player: UUID, mode: AiMode) -> bool:
        """Judge a mode for one request; see `levels.check_mode`."""
        return check_mode(mode, self._known.level_of(player), self._choice(player))

    def _leave(self, guest: Guest) -> None:
        player = guest.identity.uuid
        del self._guests[player]
        if guest.arriving:
            guest.arriving.cancel()
        self._known.sessions.close(player)
        self._known.bindings.logged_out(player)
        self._left(player)

    @property
    def _known(self) -> House:
        if self._house is None:
            raise RuntimeError("presence is used before the engine is put together")
        return self._house

    def _choice(self, player: UUID) -> AiChoice:
        guest, house = self._guests.get(player), self._known
        chosen = guest.preferences if guest else Preferences()
        return AiChoice(chosen.external, chosen.free_chat, house.has_model(), house.reasons())
