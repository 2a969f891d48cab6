"""The story of a quest for one player: what is ready now, and what is made ready for later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from uuid import UUID

from companion.engine.narration.background import definition_of
from companion.engine.narration.organiser import Organiser
from companion.engine.narration.tellers import Tellers
from companion.engine.quest_views.scene import Scene
from companion.games.quest_book import Quest
from companion.games.quest_rules import text_shown


def _no_story(_: Quest) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Telling:
    """How quests are told to one player now.

    Attributes:
        story: The words of a quest's story; empty while there are none. Never waits.
        teller: The character who tells; empty for nobody in particular.
    """

    story: Callable[[Quest], str] = _no_story
    teller: str = ""


PLAINLY = Telling()
"""Without a story, by nobody in particular."""


@dataclass(frozen=True, slots=True)
class Stories:
    """Looks stories up for cards and notices. On the engine's loop.

    Attributes:
        organiser: Has them made ready.
        tellers: Who tells them.
    """

    organiser: Organiser
    tellers: Tellers = field(default_factory=Tellers)

    def telling(self, player: UUID, scene: Scene) -> Telling:
        """How quests are told to a player who sees such a scene."""
        return Telling(partial(self.of, player, scene), self.tellers.of(player))

    def of(self, player: UUID, scene: Scene, quest: Quest) -> str:
        """Words for the ear; empty while there are none, and a later card may have them."""
        if not text_shown(scene.book, scene.progress, quest.id):
            return ""
        definition = definition_of(quest, scene.book.locale)
        ready = self.organiser.ready(definition)
        if ready is None:
            self.organiser.want(player, (definition,))
            return ""
        return ready.text
