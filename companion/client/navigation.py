"""Where the client wants the interface to go: pages by name, each wish once."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class PageName(enum.StrEnum):
    """Pages of the window that the client can ask for; the window knows how to show each."""

    NONE = ""
    CHAT = "chat"
    SETTINGS = "settings"
    VOICES = "voices"
    HISTORY = "history"
    PINNED = "pinned"
    USAGE = "usage"
    CONNECTION = "connection"
    WHY = "why"
    FIRST_START = "first_start"
    WINDOW = "window"
    """No page of its own: bring the window to the front as it is."""
    AWAY = "away"
    """Close the assistant's interface (CLIENT-004)."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One wish to go somewhere; the interface follows each `number` once.

    Attributes:
        page: Where to.
        from_game: It was asked for in the game: closing the page returns there (CLIENT-012).
    """

    number: int = 0
    page: PageName = PageName.NONE
    from_game: bool = False

    def then(self, page: PageName, *, from_game: bool = False) -> Wanted:
        """The next wish."""
        return Wanted(self.number + 1, page, from_game)


NOWHERE = Wanted()
