"""Names at the console: pairing where the game has no way to show a code to one player.

The engine's console shows the code instead, and whoever runs the server gives it to the player in
person. That is as good as their word, and the only way while no link to the game is up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from companion.engine.access.identity import PlayerId, offline_id
from companion.language.phrase import Phrase, phrase
from companion.support.bounded import read_bounded

logger = logging.getLogger(__name__)

NAMES = "usercache.json"
"""A Minecraft server's own list of names and ids."""
MAX_NAMES_BYTES = 4 << 20

Say = Callable[[Phrase], None]


class ConsoleMessages:
    """Implements `PrivateMessages` by the console. On the engine's loop."""

    def __init__(self, world: Path, say: Say) -> None:
        """Store what is given.

        Args:
            world: The folder beside the game server.
            say: Writes a line to the console, and nowhere else.
        """
        self._names = world / NAMES
        self._say = say

    async def online(self, name: str) -> PlayerId | None:
        """The player of a name: by the server's own list, else as an offline server has it."""
        known = await asyncio.to_thread(_known, self._names)
        return known.get(name.casefold()) or PlayerId(offline_id(name), name)

    async def show_code(self, player: PlayerId, code: str, seconds: float) -> None:
        """Write the code to the console."""
        minutes = round(seconds / 60)
        self._say(phrase("console.code", player=player.name, code=code, minutes=minutes))


def _known(path: Path) -> dict[str, PlayerId]:
    """Names in lower case to players; a list that cannot be read knows nobody."""
    try:
        return names_in(read_bounded(path, MAX_NAMES_BYTES))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        logger.warning("%s not read: %s", path.name, type(error).__name__)
        return {}


def names_in(data: bytes) -> dict[str, PlayerId]:
    """Read the text of a `usercache.json`.

    Raises:
        ValueError: It is no list; an entry that makes no sense is passed over.
    """
    found: dict[str, PlayerId] = {}
    for entry in msgspec.json.decode(data, type=list[dict[str, Any]]):
        try:
            player = PlayerId(UUID(entry["uuid"]), str(entry["name"]))
        except (KeyError, ValueError, TypeError, AttributeError):
            continue
        found[player.name.casefold()] = player
    return found
