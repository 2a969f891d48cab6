"""Who tells quests: a character whom the owner named, so that the voice bound to them is heard."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

import msgspec

from companion.language.phrase import Phrase

MOST_NAME = 80
"""Characters of a teller's name."""


class Tellers:
    """Knows whom each configuration of quests names. On the engine's loop.

    Of a player with several configurations the one that opened last and names somebody counts.
    """

    def __init__(self) -> None:
        self._named: dict[str, str] = {}
        self._open: dict[UUID, list[str]] = {}

    def name(self, instance: str, character: str) -> None:
        """Have a configuration name its teller; empty names nobody."""
        self._named[instance] = character

    def entered(self, player: UUID, instance: str) -> None:
        """A configuration is open for a player."""
        self._open.setdefault(player, []).append(instance)

    def left(self, player: UUID, instance: str) -> None:
        """It is not any more."""
        rest = self._open.get(player, [])
        if instance in rest:
            rest.remove(instance)
        if not rest:
            self._open.pop(player, None)

    def of(self, player: UUID) -> str:
        """Who tells quests to a player; empty for nobody in particular."""
        names = (self._named.get(one, "") for one in reversed(self._open.get(player, [])))
        return next(filter(None, names), "")


def told_by(teller: str, spoken: Iterable[Phrase]) -> tuple[Phrase, ...]:
    """The sentences as a teller's own; of nobody in particular they stay as they are."""
    if not teller:
        return tuple(spoken)
    speaks = {"speaker": teller}
    return tuple(msgspec.structs.replace(one, args=one.args | speaks) for one in spoken)
