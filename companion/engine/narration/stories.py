"""The story of a quest for one player: what is ready now, and what is made ready for later."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from companion.engine.narration.background import definition_of
from companion.engine.narration.organiser import Organiser
from companion.engine.quest_views.scene import Scene
from companion.games.quest_book import Quest
from companion.games.quest_rules import text_shown


@dataclass(frozen=True, slots=True)
class Stories:
    """Looks stories up for cards and notices. On the engine's loop."""

    organiser: Organiser

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
