"""What a link to a game is. A new link: one folder here and a line in `registry.py`."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Protocol

from companion.games.quest_book import Progress, QuestBook


class Capability(enum.StrEnum):
    """What a link can do; a feature that needs an absent one is not offered (G20)."""

    QUESTS = "quests"
    PROGRESS = "progress"
    INVENTORY = "inventory"


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

    def progress(self) -> Progress:
        """What the player's team has done, read anew when its files changed."""
        ...

    def inventory(self) -> Mapping[str, int]:
        """Item id to amount; empty without `Capability.INVENTORY`."""
        ...
