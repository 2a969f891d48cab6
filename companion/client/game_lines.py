"""What of the chat log the game itself is to show, line by line. Pure."""

from __future__ import annotations

import itertools
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

    def fresh(self, state: ClientState) -> tuple[Entry, ...]:
        """The entries that are new since the last state; the player's own are left out."""
        new = tuple(itertools.takewhile(lambda one: one.id > self._last, reversed(state.entries)))
        if not new:
            return ()
        self._last = new[0].id
        if state.engine is None:
            return ()  # nobody could hand them over
        return tuple(entry for entry in reversed(new) if entry.speaker is not Speaker.PLAYER)


def lines_of(entry: Entry, render: Callable[[Phrase], str]) -> list[str]:
    """An entry as lines for a chat.

    Args:
        entry: What was said.
        render: A phrase in the player's language.
    """
    words = render(entry.words)
    return textwrap.wrap(words, MAX_GAME_TEXT, max_lines=MOST_LINES, placeholder=CUT)
