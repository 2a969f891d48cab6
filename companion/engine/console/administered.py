"""A served world as its `/system` commands see it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

from companion.engine.access.ai_access import AiLevels
from companion.engine.access.binding import Baseline, Bindings
from companion.engine.access.devices import Devices
from companion.engine.access.identity import PlayerId
from companion.engine.access.order import Lines
from companion.engine.module_desk import ModuleDesk
from companion.engine.runtime import Runtime
from companion.engine.usage.report import UsageReport
from companion.protocol.responses import Open, Page, View


class Administered:
    """Implements `Served`. On the engine's loop.

    Attributes:
        devices: Who may speak for whom.
    """

    def __init__(
        self,
        runtime: Runtime,
        devices: Devices,
        close: Callable[[UUID], None],
        reload: Callable[[], Awaitable[Lines]],
        pair: Callable[[str, PlayerId], Awaitable[None]],
    ) -> None:
        """Store what is given.

        Args:
            runtime: The engine.
            devices: Who may speak for whom.
            close: Ends the connections of a device.
            reload: Reads configuration, prompts, tags and certificate again.
            pair: Takes a pairing code that a player typed in the game.
        """
        self.devices = devices
        self._runtime = runtime
        self._close = close
        self._reload = reload
        self._pair = pair

    @property
    def bindings(self) -> Bindings:
        """Who has which system."""
        return self._runtime.bindings

    @property
    def levels(self) -> AiLevels:
        """What of AI each player may have."""
        return self._runtime.world.levels

    @property
    def modules(self) -> ModuleDesk:
        """What is installed, and for whom."""
        return self._runtime.modules

    def online(self) -> Sequence[PlayerId]:
        """Players with a companion that is connected."""
        presence = self._runtime.presence
        guests = (presence.guest(player) for player in presence.online())
        return tuple(PlayerId(g.identity.uuid, g.identity.name) for g in guests if g)

    def baseline(self, player: UUID) -> Baseline | None:
        """Notes what the player has achieved before the binding (BIND-008)."""
        return self._runtime.modules.baseline(player)

    def report(self, player: str | None) -> UsageReport:
        """What models and searches were used, by a player's id or by everybody."""
        return self._runtime.world.report(player)

    def close(self, device: UUID) -> None:
        """End the connections of a device that was revoked."""
        self._close(device)

    def open_view(self, player: UUID, view: View) -> None:
        """Have a player's companions show themselves."""
        self._runtime.presence.send(player, Open(view))

    def open_page(self, player: UUID, page: Page) -> None:
        """Have a player's companions show a page, over the game."""
        self._runtime.presence.send(player, Open(View.CURRENT, page=page))

    async def reload(self) -> Lines:
        """See `ServedWorld.reload`."""
        return await self._reload()

    async def pair(self, code: str, player: PlayerId) -> None:
        """See `ServedWorld.pair`."""
        await self._pair(code, player)
