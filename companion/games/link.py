"""What a link to a game is. A new link: one folder here and a line in `registry.py`."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from companion.games.quest_book import Progress, QuestBook


class Capability(enum.StrEnum):
    """What a link can do; a feature that needs an absent one is not offered (G20)."""

    QUESTS = "quests"
    PROGRESS = "progress"
    INVENTORY = "inventory"
    ICONS = "icons"
    """It has pictures of items: it is an `IconLink`."""
    TELL = "tell"
    """It can tell one player something that nobody else sees: it is a `TellingLink`."""
    ORDERS = "orders"
    """It hears what players order: it is an `OrderingLink`."""
    PRIVATE_ORDERS = "private_orders"
    """Such orders are typed where nobody else reads them, by players whom the game knows."""


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """A player of the game, as the engine knows them: proved by pairing, never by a message.

    Attributes:
        name: As the game writes it; "" where nobody knows it.
        locale: Language they read, where a link can say it; it tells no two players apart.
    """

    uuid: UUID
    name: str = ""
    locale: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class GameOrder:
    """What a player typed in the game for the companion.

    Attributes:
        player: Who, as the game itself says.
        line: What stands after `/system`; of a link without PRIVATE_ORDERS the whole chat line.
    """

    player: GamePlayer
    line: str


class Link(Protocol):
    """One game, world or folder. Methods may block on the disk: call them in an executor.

    Attributes:
        id: `demo` or `instance`.
        capabilities: What it can do.
    """

    id: str
    capabilities: frozenset[Capability]

    def world_name(self) -> str:
        """The name players know the world or modpack by."""
        ...

    def book(self, locale: str) -> QuestBook:
        """The quest book in a locale (falling back as the game does); cached by file stamps.

        Raises:
            LinkError: FOLDER_MISSING, QUESTS_MISSING, QUESTS_EMPTY, QUESTS_BROKEN or
                QUESTS_TOO_LARGE.
        """
        ...

    def progress(self, player: GamePlayer | None = None) -> Progress:
        """What a player's team has done, read anew when its files changed; else the same object.

        Args:
            player: Who asks; None for whoever plays on this computer. Of a player whom the world
                does not know nothing is known: nobody is shown what somebody else has done.
        """
        ...

    def inventory(self, player: GamePlayer | None = None) -> Mapping[str, int]:
        """Item id to amount; empty without `Capability.INVENTORY`."""
        ...


class IconLink(Protocol):
    """A link with `Capability.ICONS`. Methods may block: call them in an executor."""

    def icon(self, item: str) -> bytes:
        """A PNG of an item or texture, for 16 to 64 pixels; of a strip its first frame counts.

        Raises:
            LinkError: NOT_FOUND, or the game does not answer.
        """
        ...


class TellingLink(Protocol):
    """A link with `Capability.TELL`. Methods may block: call them in an executor."""

    def find(self, name: str) -> GamePlayer | None:
        """The player of that name who is in the game now, by the game's own id.

        Raises:
            LinkError: The game does not answer.
        """
        ...

    def tell(self, player: GamePlayer, text: str) -> None:
        """Show plain text to that player alone; a link that cannot be sure of that raises.

        Raises:
            LinkError: The game does not answer; the text was perhaps not seen.
        """
        ...


class OrderingLink(Protocol):
    """A link with `Capability.ORDERS`."""

    def hear(self, heard: Callable[[GameOrder], None]) -> None:
        """Hand over every order from now on, on whatever thread; `heard` returns at once."""
        ...

    def privileges(self) -> Mapping[UUID, Collection[str]]:
        """Privileges that the game gives to players now, such as Luanti's `server`; no waiting."""
        ...
