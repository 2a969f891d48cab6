"""One quest: what it says, what it asks, what it gives."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardButton,
    LocalAction,
    Placement,
    SpeechContent,
)
from companion.protocol.cards.item import ItemGroup, ItemPreview
from companion.protocol.cards.quest_list import QuestState


class QuestOutput(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:quest"):
    """The detail of one quest.

    Attributes:
        quest: Id, 16 upper-case hex digits.
        title, subtitle, chapter: Display texts; may hold `§` codes.
        state: Where it stands.
        line: One line of state.
        description: Lines, in order; may hold `§` codes. An empty string is a paragraph break.
        tasks: What it asks.
        rewards: What it gives.
        missing: Titles of quests that must be done first and are not.
        spoken: What is said about it.
    """

    quest: str
    title: str
    subtitle: str
    chapter: str
    state: QuestState
    line: Phrase
    description: tuple[str, ...]
    tasks: tuple[ItemPreview, ...]
    rewards: tuple[ItemPreview, ...]
    missing: tuple[str, ...]
    spoken: tuple[Phrase, ...]

    def build_card(self) -> CardBuilder:
        """Lay the quest out: text, goals, rewards, a way back."""
        groups = [
            ItemGroup(phrase("card.quest.tasks"), self.tasks),
            ItemGroup(phrase("card.quest.rewards"), self.rewards),
        ]
        return CardBuilder(
            template="system:quest_detail",
            text=literal(self.title),
            arguments={
                "title": self.title,
                "subtitle": self.subtitle,
                "chapter": self.chapter,
                "state": self.state.value,
                "line": self.line,
                "missing": ", ".join(self.missing),
            },
            lists={
                "description": self.description,
                "groups": tuple(group for group in groups if group.items),
            },
            buttons=(
                CardButton(
                    "read", phrase("button.read_aloud"), LocalAction("repeat"), primary=True
                ),
                CardButton("close", phrase("button.close"), LocalAction("close"), Placement.FOOTER),
            ),
            speech=SpeechContent(self.spoken),
        )
