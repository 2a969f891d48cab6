"""What the modules' `/system` commands need of the world that is served."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from companion.engine.access.ai_access import AiLevels
from companion.engine.access.binding import Baseline, Bindings
from companion.engine.access.devices import Devices
from companion.engine.access.identity import PlayerId
from companion.engine.access.order import Lines
from companion.engine.config.semantic import SemanticConfig
from companion.engine.module_desk import ModuleDesk
from companion.engine.modules.context import ContextType
from companion.engine.routing.decision import RouteDecision
from companion.engine.usage.report import UsageReport
from companion.protocol.responses import Page, View


class Served(Protocol):
    """A world with players from elsewhere and an operator. On the engine's loop."""

    @property
    def bindings(self) -> Bindings:
        """Who has which system."""
        ...

    @property
    def levels(self) -> AiLevels:
        """What of AI each player may have."""
        ...

    @property
    def devices(self) -> Devices:
        """Which companions may speak for whom."""
        ...

    @property
    def modules(self) -> ModuleDesk:
        """What is installed, and for whom."""
        ...

    def online(self) -> Sequence[PlayerId]:
        """Players with a companion that is connected."""
        ...

    def baseline(self, player: UUID) -> Baseline | None:
        """Notes what the player has achieved before the binding (BIND-008)."""
        ...

    def report(self, player: str | None) -> UsageReport:
        """What models and searches were used, by a player's id or by everybody."""
        ...

    def close(self, device: UUID) -> None:
        """End the connections of a device that was revoked."""
        ...

    def open_view(self, player: UUID, view: View) -> None:
        """Have a player's companions show themselves."""
        ...

    def open_page(self, player: UUID, page: Page) -> None:
        """Have a player's companions show a page, over the game."""
        ...

    async def reload(self) -> Lines:
        """Read configuration and resources again.

        Raises:
            CompanionError: What kept it from that; what was in force stays.
        """
        ...

    async def pair(self, code: str, player: PlayerId) -> None:
        """Take a pairing code that a player typed.

        Raises:
            CompanionError: It is wrong, or pairing goes another way here.
        """
        ...


def names_online(served: Served) -> tuple[str, ...]:
    """What completion offers where a player is meant."""
    return tuple(player.name for player in served.online())


def nobody_serves() -> Served:
    """What an embedded engine has: no console, and no game that gives orders."""
    raise LookupError("this world is served to nobody from elsewhere")


SERVED: ContextType[Callable[[], Served]] = ContextType("served world")
"""To be called when a command runs, not before: the world around comes last."""


@dataclass(frozen=True, slots=True)
class RoutingView:
    """Routing as operators look at it.

    Attributes:
        settings: In force now.
        taken_for: What words would be taken for without a model, for a player or, with None, for
            somebody who has everything; nothing runs.
    """

    settings: Callable[[], SemanticConfig]
    taken_for: Callable[[str, UUID | None], RouteDecision]


ROUTING: ContextType[RoutingView] = ContextType("routing view")
