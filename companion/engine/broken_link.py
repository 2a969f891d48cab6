"""The link to a game that could not be opened: it says why, and nothing else.

The demo world is never shown in its place: a player would take it for their own quests.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.link import Capability, GamePlayer
from companion.games.quest_book import Progress, QuestBook
from companion.support.errors import LinkError


class BrokenLink:
    """Fails every look at the book with the reason it was given. Any thread."""

    id = "instance"
    capabilities: frozenset[Capability] = frozenset()

    def __init__(self, name: str, error: LinkError) -> None:
        self._name = name
        self._error = error

    def world_name(self) -> str:
        """The name of the folder."""
        return self._name

    def book(self, locale: str) -> QuestBook:
        """Fail.

        Raises:
            LinkError: Always.
        """
        raise LinkError(self._error.failure, self._error.detail)

    def progress(self, player: GamePlayer | None = None) -> Progress:
        """Nothing is known."""
        return Progress()

    def inventory(self, player: GamePlayer | None = None) -> Mapping[str, int]:
        """Nothing is seen."""
        return {}
