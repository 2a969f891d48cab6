"""What of the chat log the game itself is to show, line by line. Pure."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from companion.client.state import ClientState, Entry, Speaker
from companion.language.phrase import Phrase
from companion.protocol.in_game import MAX_GAME_TEXT

MOST_LINES = 4
"""Of one entry: a chat holds ten, and the whole answer stands in the window and is spoken."""
CUT = "…"


class GameLines:
    """Knows which entries were looked at. Of a log that begins anew nothing is shown again."""

    def __init__(self) -> None:
        self._last = -1

    def of(self, state: ClientState, render: Callable[[Phrase], str]) -> tuple[str, ...]:
        """Lines of the entries that are new since the last state; the player's own are left out.

        Args:
            state: The state now.
            render: A phrase in the player's language.
        """
        fresh = [entry for entry in state.entries if entry.id > self._last]
        self._last = max((entry.id for entry in fresh), default=self._last)
        if state.engine is None:
            return ()  # nobody could hand them over
        return tuple(line for entry in fresh for line in _lines(entry, render))


def _lines(entry: Entry, render: Callable[[Phrase], str]) -> list[str]:
    if entry.speaker is Speaker.PLAYER:
        return []
    words = render(entry.words)
    return textwrap.wrap(words, MAX_GAME_TEXT, max_lines=MOST_LINES, placeholder=CUT)
