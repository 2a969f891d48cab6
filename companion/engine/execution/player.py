"""What the engine keeps of one player between requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from companion.engine.execution.cards import PublishedCards
from companion.engine.execution.replay import ReplayRecord
from companion.engine.execution.task import Task
from companion.engine.players import LOCAL_PLAYER
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.cards.ref import CardRef


@dataclass(slots=True)
class Player:
    """One player's memory. On the engine's loop; outlives connections.

    Attributes:
        numbered: Quests of the list whose numbers the player last saw (QUEST-053).
        running: The interactive request under way; at most one (ENG-011).
    """

    uuid: UUID = LOCAL_PLAYER.uuid
    numbered: tuple[int, ...] = ()
    running: Task | None = None
    cards: PublishedCards = field(default_factory=PublishedCards)
    requests: ReplayRecord = field(default_factory=ReplayRecord)

    def show(self, card: CardData) -> CardRef:
        """Name a card that is sent, and remember the numbers on it."""
        match card:
            case QuestList(quests=rows) | ItemSources(quests=rows):
                self.numbered = tuple(int(row.quest, 16) for row in rows)
        return self.cards.publish()

    def forget(self) -> None:
        """Forget lists, cards and answers; what runs was ended before."""
        self.numbered = ()
        self.cards = PublishedCards()
        self.requests = ReplayRecord()
