"""What a link to a game is. A new link: one folder here and a line in `registry.py`."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from companion.games.quest_book import Progress, QuestBook


class Capability(enum.StrEnum):
    """What a link can do; a feature that needs an absent one is not offered (G20)."""

    QUESTS = "quests"
    PROGRESS = "progress"
    INVENTORY = "inventory"


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """A player of the game, as the engine knows them: proved by pairing, never by a message.

    Attributes:
        name: As the game writes it; "" where nobody knows it.
    """

    uuid: UUID
    name: str = ""


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
