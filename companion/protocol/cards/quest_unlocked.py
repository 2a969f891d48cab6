"""Several quests that have just become possible, as one notice (QUEST-027)."""

from __future__ import annotations

from companion.language.phrase import Phrase
from companion.protocol.cards.builder import CardBuilder, CardButton, SpeechContent
from companion.protocol.cards.card import Card
from companion.protocol.cards.quest_list import QuestBrief, quest_rows


class QuestUnlockedOutput(Card, frozen=True, tag="system:quest_unlocked"):
    """The quests, in the order of chapter and quest.

    Attributes:
        title: Such as "3 new quests"; speech says no more than that.
        quests: The rows. Their numbers are those of the page: no list that a player asked for is
            replaced by them (QUEST-029).
        spoken: What is said about them.
        actions: Such as the button that shows all quests.
    """

    title: Phrase
    quests: tuple[QuestBrief, ...]
    spoken: tuple[Phrase, ...] = ()
    actions: tuple[CardButton, ...] = ()

    def build_card(self) -> CardBuilder:
        """Lay the quests out with the template of quest lists, as a notice."""
        return CardBuilder(
            template="system:quest_list",
            text=self.title,
            arguments={
                "title": self.title,
                "hint": Phrase(),
                "count": len(self.quests),
                "unlock_notice": True,
            },
            lists={"quests": self.quests},
            buttons=self.actions,
            choices=quest_rows(self.quests),
            speech=SpeechContent(self.spoken),
        )
