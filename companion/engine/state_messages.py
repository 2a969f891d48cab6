"""What a client may know, put together for it and sent when it has changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from uuid import UUID

import msgspec

from companion.engine.client_modules import client_modules
from companion.engine.execution.player import Player
from companion.engine.installed import Installed
from companion.engine.lexicon import Lexicons
from companion.engine.presence import Presence
from companion.engine.routing.command import CommandSource
from companion.language.phrase import phrase
from companion.protocol.responses import Command, State
from companion.support.errors import CompanionError
from companion.support.loops import spawn

Look = Callable[[str, UUID, tuple[Command, ...]], Awaitable[State]]
"""Locale, player and the commands they may use, to what the game shows of them."""


class StateMessages:
    """Makes and sends them. On the engine's loop."""

    def __init__(
        self,
        fault: Callable[[], CompanionError | None],
        presence: Presence,
        installed: Installed,
        lexicons: Lexicons,
        look: Look,
        player_of: Callable[[UUID], Player],
    ) -> None:
        """Store what is given.

        Args:
            fault: Why players' data cannot be had; None where it can, or none is kept.
            presence: Knows who is there and has what.
            installed: Knows commands and modules.
            lexicons: Sends names with the state.
            look: Looks at the game, away from the loop.
            player_of: Finds a player's desk.
        """
        self._fault = fault
        self._presence = presence
        self._installed = installed
        self._lexicons = lexicons
        self._look = look
        self._player_of = player_of

    async def of(self, player: Player, locale: str) -> State:
        """What the client may know; what cannot be read is a fault in it, not an error."""
        source = CommandSource(
            player.uuid,
            lambda action: self._installed.usable.is_available(action, player.uuid),
            self._presence.is_operator(player.uuid),
        )
        commands = self._installed.router.commands
        looked = await self._look(locale, player.uuid, commands.listed(locale, source))
        spawn(self._lexicons.offer(player.uuid), "names")
        entitlement, tree = self._presence.entitlement(player.uuid), commands.synced(source)
        has = self._installed.engine.rights.has_module
        entries = self._installed.made.data.entries
        modules = client_modules(entries, lambda one: has(player.uuid, one))
        state = msgspec.structs.replace(looked, entitlement=entitlement, tree=tree, modules=modules)
        if (fault := self._fault()) is None:
            return state
        said = phrase(f"failure.{fault.failure}")
        return msgspec.structs.replace(state, faults=(said, *state.faults))

    async def send(self, player: UUID) -> None:
        """Send each companion of a player the state anew, in its language."""
        guest = self._presence.guest(player)
        for peer in tuple(guest.peers) if guest else ():
            peer.send(await self.of(self._player_of(player), peer.locale))

    def soon(self, player: UUID) -> None:
        """Begin to send."""
        spawn(self.send(player), "state")
