"""What the engine keeps of one player between requests."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from uuid import UUID

from companion.engine.execution.cards import PublishedCards
from companion.engine.execution.replay import ReplayRecord
from companion.engine.execution.task import Task
from companion.engine.players import LOCAL_PLAYER
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.cards.ref import CardRef
from companion.protocol.requests import Heard

MOST_HEARD = 64
"""Replies of which it is kept how much was heard; as many as are replayed (G24)."""


@dataclass(slots=True)
class Player:
    """One player's memory. On the engine's loop; outlives connections.

    Attributes:
        numbered: Quests of the list whose numbers the player last saw (QUEST-053).
        opened: The quest that the player was last shown by itself: "this one"; 0 for none.
        running: The interactive request under way; at most one (ENG-011).
        heard: Replies that were broken off, and how many of their sentences were heard.
    """

    uuid: UUID = LOCAL_PLAYER.uuid
    numbered: tuple[int, ...] = ()
    opened: int = 0
    running: Task | None = None
    cards: PublishedCards = field(default_factory=PublishedCards)
    requests: ReplayRecord = field(default_factory=ReplayRecord)
    heard: OrderedDict[UUID, int] = field(default_factory=OrderedDict)

    def show(self, card: CardData) -> CardRef:
        """Name a card that is sent, and remember the numbers on it."""
        match card:
            case QuestList(quests=rows) | ItemSources(quests=rows):
                self.numbered = tuple(int(row.quest, 16) for row in rows)
            case QuestOutput(quest=quest):
                self.opened = int(quest, 16)
        return self.cards.publish()

    def listened(self, reply: Heard) -> None:
        """Note how much of a reply was heard; of a whole one there is nothing to remember."""
        self.heard.pop(reply.request, None)
        if not reply.is_whole:
            self.heard[reply.request] = reply.sentences
        while len(self.heard) > MOST_HEARD:
            self.heard.popitem(last=False)

    def forget(self) -> None:
        """Forget lists, cards and answers; what runs was ended before."""
        self.numbered = ()
        self.opened = 0
        self.cards = PublishedCards()
        self.requests = ReplayRecord()
        self.heard = OrderedDict()
