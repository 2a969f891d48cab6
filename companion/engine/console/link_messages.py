"""Pairing through the game: the code is shown to its player there, and to nobody else (G17)."""

from __future__ import annotations

import asyncio

from companion.engine.access.identity import PlayerId
from companion.games.link import GamePlayer, TellingLink
from companion.language.phrase import phrase
from companion.language.translations import Translations


class LinkMessages:
    """Implements `PrivateMessages` by a link that can tell one player something."""

    def __init__(self, link: TellingLink, words: Translations) -> None:
        """Store what is given.

        Args:
            link: Has `Capability.TELL`.
            words: The language of the server; the game does not say which one a player reads.
        """
        self._link = link
        self._words = words

    async def online(self, name: str) -> PlayerId | None:
        """The player of that name who is in the game now.

        Raises:
            LinkError: The game does not answer.
        """
        found = await asyncio.to_thread(self._link.find, name)
        return PlayerId(found.uuid, found.name) if found else None

    async def show_code(self, player: PlayerId, code: str, seconds: float) -> None:
        """Show a code to that player alone.

        Raises:
            LinkError: The game does not answer; the code was perhaps not seen.
        """
        minutes = round(seconds / 60)
        text = self._words.render(phrase("access.code_shown", code=code, minutes=minutes))
        await asyncio.to_thread(self._link.tell, GamePlayer(player.id, player.name), text)
