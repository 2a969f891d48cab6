"""Where an item is asked for and given."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardChoice,
    ServerAction,
    SpeechContent,
)
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_list import OPEN_QUEST, QuestBrief


class ItemSources(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:item_sources"
):
    """One item and the quests around it.

    Attributes:
        item: The item itself; `have` where the link can see the inventory.
        line: One line about it.
        quests: Quests that ask for it or give it, numbered.
        spoken: What is said about it.
    """

    item: ItemPreview
    line: Phrase
    quests: tuple[QuestBrief, ...]
    spoken: tuple[Phrase, ...]

    def build_card(self) -> CardBuilder:
        """Lay the item and its quests out."""
        return CardBuilder(
            template="system:item_sources",
            text=literal(self.item.name),
            arguments={
                "title": self.item.name,
                "line": self.line,
                "quests_title": phrase("card.item.quests"),
                "count": len(self.quests),
            },
            lists={"items": (self.item,), "quests": self.quests},
            choices=tuple(
                CardChoice(q.number, literal(q.title), ServerAction(OPEN_QUEST, {"quest": q.quest}))
                for q in self.quests
            ),
            speech=SpeechContent(self.spoken),
        )
