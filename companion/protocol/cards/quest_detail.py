"""One quest: what it says, what it asks, what it gives, what can be done with it."""

from __future__ import annotations

import enum

import msgspec

from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardButton,
    CardChoice,
    LocalAction,
    Placement,
    ServerAction,
    SpeechContent,
)
from companion.protocol.cards.icon import QuestIconOutput
from companion.protocol.cards.item import ItemGroup, ItemPreview
from companion.protocol.cards.quest_list import QuestState


class QuestSubmission(enum.StrEnum):
    """How a quest can be handed in; stored in detail and notice alike (QUEST-060)."""

    NONE = "NONE"
    CHECKMARK = "CHECKMARK"
    SUBMIT = "SUBMIT"


class QuestChoiceOutput(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One of the rewards a player may choose from (QUEST-078).

    Attributes:
        name: Display name.
        item: Its preview; None where it is no item.
        icon: Its mark where it is none.
        action: Takes it; None while it cannot be taken.
    """

    name: str
    item: ItemPreview | None = None
    icon: QuestIconOutput | None = None
    action: ServerAction | None = None


class QuestOutput(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="system:quest"
):
    """The detail of one quest.

    Attributes:
        quest: Id, 16 upper-case hex digits.
        title, subtitle, chapter: Display texts; may hold `§` codes.
        state: Where it stands.
        line: One line of state.
        description: Lines, in order; may hold `§` codes. An empty string is a paragraph break.
        tasks: Items it asks for.
        rewards: Items it gives.
        missing: Titles of quests that must be done first and are not.
        spoken: What is said about it.
        task_icons, reward_icons: Goals and rewards that are no items.
        choices: Rewards to choose from.
        submission: How it can be handed in.
        starter_gift: Whether it is a gift for beginners (QUEST-012).
        actions: What can be done with it, such as claiming; the link decides.
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
    task_icons: tuple[QuestIconOutput, ...] = ()
    reward_icons: tuple[QuestIconOutput, ...] = ()
    choices: tuple[QuestChoiceOutput, ...] = ()
    submission: QuestSubmission = QuestSubmission.NONE
    starter_gift: bool = False
    actions: tuple[CardButton, ...] = ()

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
                "quest": (self,),
                "description": self.description,
                "groups": tuple(group for group in groups if group.items),
                "task_icons": self.task_icons,
                "reward_icons": self.reward_icons,
                "choices": self.choices,
            },
            buttons=(*self.actions, *self._buttons()),
            choices=tuple(
                CardChoice(number, literal(choice.name), choice.action)
                for number, choice in enumerate(self.choices, 1)
                if choice.action is not None
            ),
            speech=SpeechContent(self.spoken),
        )

    def _buttons(self) -> tuple[CardButton, ...]:
        first = not any(button.primary for button in self.actions)
        return (
            CardButton("read", phrase("button.read_aloud"), LocalAction("repeat"), primary=first),
            CardButton("close", phrase("button.close"), LocalAction("close"), Placement.FOOTER),
        )
