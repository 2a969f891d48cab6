"""The list of quests, and its rows."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from companion.language.phrase import Phrase, literal
from companion.protocol.cards.builder import (
    CardBuilder,
    CardChoice,
    ServerAction,
    SpeechContent,
)
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.rows import Rows

OPEN_QUEST = "system:quest_detail"
"""The action that opens one quest; its argument `quest` is the id, 16 hex digits."""


class QuestState(enum.StrEnum):
    """Where a quest stands for this player."""

    LOCKED = "LOCKED"
    OPEN = "OPEN"
    STARTED = "STARTED"
    CLAIMABLE = "CLAIMABLE"
    DONE = "DONE"
    UNKNOWN = "UNKNOWN"
    """The book is known, the player's progress is not."""


class QuestBrief(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a quest list.

    Attributes:
        number: Counts from 1 through the whole list.
        quest: Id, 16 upper-case hex digits.
        title: Display name; may hold `§` codes.
        chapter: The chapter's title; may hold `§` codes.
        state: Where it stands.
        line: One line of state, such as "6 of 8 furnaces".
        done: Progress made, in the unit of `total`.
        total: Progress needed; 0 when nothing can be counted.
        icon: The tile in front.
    """

    number: int
    quest: str
    title: str
    chapter: str
    state: QuestState
    line: Phrase
    done: int
    total: int
    icon: ItemPreview


def quest_rows(quests: Sequence[QuestBrief]) -> Rows[QuestBrief]:
    """The numbered choices of quests, each of which opens its quest."""
    return Rows(quests, _row)


def _row(place: int, quest: QuestBrief) -> CardChoice:
    del place
    return CardChoice(
        quest.number, literal(quest.title), ServerAction(OPEN_QUEST, {"quest": quest.quest})
    )


class QuestList(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:quest_list"):
    """A numbered list of quests; all of them at once, paged by the client (QUEST-015).

    Attributes:
        title: What the list is: open quests, quests found for a word.
        hint: The line below the title.
        quests: The rows.
        spoken: What is said about the list.
    """

    title: Phrase
    hint: Phrase
    quests: tuple[QuestBrief, ...]
    spoken: tuple[Phrase, ...]

    def build_card(self) -> CardBuilder:
        """Lay the list out as rows that can be opened."""
        return CardBuilder(
            template="system:quest_list",
            text=self.title,
            arguments={
                "title": self.title,
                "hint": self.hint,
                "count": len(self.quests),
                "unlock_notice": False,
            },
            lists={"quests": self.quests},
            choices=quest_rows(self.quests),
            speech=SpeechContent(self.spoken),
        )
