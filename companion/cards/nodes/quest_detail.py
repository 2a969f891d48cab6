"""Node `quest_detail`: one quest from its state to what may be chosen as its reward."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

import msgspec

from companion.cards.binding import Context, broken, label_of, lines_of, styled, words
from companion.cards.nodes.icons import bind_icon
from companion.cards.nodes.items import bind_group
from companion.cards.nodes.node import Node, bind_choice
from companion.cards.nodes.text import shortened, trimmed
from companion.cards.reasons import reason
from companion.cards.view import (
    BoundDivider,
    BoundEntry,
    BoundIcons,
    BoundItems,
    BoundList,
    BoundNode,
    BoundQuestDetail,
    Line,
)
from companion.language.translations import Translations
from companion.protocol.cards.builder import CardChoice
from companion.protocol.cards.icon import QuestIconOutput
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_detail import QuestChoiceOutput, QuestOutput
from companion.protocol.cards.quest_list import QuestState

MOST_CHOICES = 8
"""Options of a choice reward that are shown (QUEST-016)."""


class QuestDetailNode(
    Node[BoundQuestDetail], frozen=True, forbid_unknown_fields=True, kw_only=True
):
    """The quest of the card.

    Attributes:
        source: Name of a list whose first entry is a quest.
        max_lines, small_max_lines: Most lines of the description, in full and where room is short;
            0 shows all.
        most, small_most: Most goals and rewards, likewise.
    """

    binds = BoundQuestDetail
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str = "quest"
    max_lines: Annotated[int, msgspec.Meta(ge=0)] = 0
    small_max_lines: Annotated[int, msgspec.Meta(ge=0)] = 4
    most: Annotated[int, msgspec.Meta(ge=0)] = 0
    small_most: Annotated[int, msgspec.Meta(ge=0)] = 4

    def bind(self, context: Context) -> BoundQuestDetail | None:
        """Bind the quest; a list of none is left out."""
        quests = context.list_of(self.source)
        if not quests:
            return None
        quest = quests[0]
        if not isinstance(quest, QuestOutput):
            raise broken(reason("no_quest", source=repr(self.source)))
        texts = context.translations
        missing = tuple(label_of(title, texts) for title in quest.missing[:16])
        state_word, line = _state_words(quest, texts)
        return BoundQuestDetail(
            state=quest.state,
            state_word=state_word,
            line=line,
            fraction=_fraction(quest.tasks, quest.task_icons),
            subtitle=styled(quest.subtitle.replace("\n", " ")),
            missing=missing,
            missing_words=_missing(missing, texts),
            description=self._description(quest, context),
            children=tuple(self._children(quest, context)),
        )

    @classmethod
    def plain(cls, bound: BoundQuestDetail) -> tuple[str, ...]:
        """State, what comes first, the text; goals and rewards follow as nodes of their own."""
        state = " · ".join(filter(None, (bound.state_word, bound.line)))
        lines = [state, words(bound.subtitle), bound.missing_words]
        told = [line for line in lines if line]
        return (*told, *(words(line) for line in bound.description))

    def _description(self, quest: QuestOutput, context: Context) -> tuple[Line, ...]:
        most = self.small_max_lines if context.is_small else self.max_lines
        lines = tuple(part for line in quest.description for part in lines_of(styled(line)))
        return shortened(trimmed(lines), most)

    def _children(self, quest: QuestOutput, context: Context) -> list[BoundNode]:
        goals = self._group("card.quest.tasks", quest.tasks, quest.task_icons, context)
        rewards = self._group("card.quest.rewards", quest.rewards, quest.reward_icons, context)
        return [*goals, *rewards, *_choices(quest.choices, context)]

    def _group(
        self,
        title_key: str,
        items: tuple[ItemPreview, ...],
        icons: tuple[QuestIconOutput, ...],
        context: Context,
    ) -> list[BoundNode]:
        title = context.translations.text(title_key)
        most = self.small_most if context.is_small else self.most
        found: list[BoundNode] = []
        if items:
            found.append(BoundItems((bind_group(title, items, most, context),)))
        if icons:
            shown = tuple(bind_icon(icon, context) for icon in icons[: most or None])
            found.append(BoundIcons("" if items else title, shown, len(icons) - len(shown)))
        return found


def _state_words(quest: QuestOutput, texts: Translations) -> tuple[str, str]:
    """The state, and more about it; what waits to be taken says how much of it in one."""
    word = texts.text(f"card.quest.state.{quest.state.lower()}")
    line = label_of(quest.line, texts)
    if quest.state is QuestState.CLAIMABLE and line:
        return line, ""
    return word, "" if line == word else line


def _missing(titles: tuple[str, ...], texts: Translations) -> str:
    return f"{texts.text('card.quest.missing')} {', '.join(titles)}" if titles else ""


def _choices(choices: tuple[QuestChoiceOutput, ...], context: Context) -> list[BoundNode]:
    """What may be chosen, as rows; those that can be taken now are numbered."""
    if not choices:
        return []
    by_number = {choice.number: choice for choice in context.choices[:MOST_CHOICES]}
    entries = tuple(
        _entry(number, choice, by_number, context)
        for number, choice in enumerate(choices[:MOST_CHOICES], 1)
    )
    title = BoundDivider(context.translations.text("card.quest.choose"))
    return [title, BoundList(entries)]


def _entry(
    number: int,
    choice: QuestChoiceOutput,
    by_number: Mapping[int, CardChoice],
    context: Context,
) -> BoundEntry:
    row = by_number.get(number) if choice.action is not None else None
    detail = bind_icon(choice.icon, context).amount if choice.icon else ""
    return BoundEntry(
        styled(choice.name.replace("\n", " ")),
        detail,
        choice.item,
        bind_choice(row, number, context) if row else None,
    )


def _fraction(tasks: tuple[ItemPreview, ...], icons: tuple[QuestIconOutput, ...]) -> float:
    """How far the one goal is, else how many goals are reached, as the row of a list says it.

    -1 where none of them can be counted.
    """
    far = [1.0 if task.done else _part(task.have, task.count) for task in tasks if task.have >= 0]
    far += [_part(icon.done, icon.total) for icon in icons if icon.total > 0]
    if len(far) == 1:
        return far[0]
    return sum(part == 1.0 for part in far) / len(far) if far else -1.0


def _part(have: int, wanted: int) -> float:
    return min(1.0, have / wanted) if wanted > 0 else 1.0
