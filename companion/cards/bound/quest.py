"""Bound quests: what `quest_list` and `quest_detail` become."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.bound.base import Bound
from companion.cards.bound.press import BoundChoice
from companion.cards.bound.text import Line
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_list import QuestState


@dataclass(frozen=True, slots=True)
class BoundRow:
    """One row of `quest_list`.

    Attributes:
        title, chapter: Styled.
        line: State in words, translated.
        fraction: 0 to 1, or -1 where nothing can be counted.
        state: Decides the mark (word and shape, never colour alone).
    """

    choice: BoundChoice
    icon: ItemPreview
    title: Line
    chapter: Line
    line: str
    fraction: float
    state: QuestState


@dataclass(frozen=True, slots=True)
class BoundQuestList(Bound):
    """Node `quest_list`: the rows of the visible page and the page control."""

    rows: tuple[BoundRow, ...]
    page: int
    """From 0."""
    pages: int
    empty: str = ""
    """What to say when there is no row."""
    visible_rows: int = 0
    """How many rows are seen at once, the others by scrolling; 0 for all (CARD-054)."""
    numbered: bool = True
    """False hides the numbers: the list does not count for "the third quest" (QUEST-029)."""


@dataclass(frozen=True, slots=True)
class BoundQuestDetail(Bound):
    """Node `quest_detail`: one quest from its state to its rewards.

    Attributes:
        state: Decides the mark.
        state_word: The state in words.
        line: More about the state, possibly empty.
        fraction: Progress 0 to 1, or -1.
        subtitle: Styled, possibly empty.
        missing: Plain titles of what must be done first.
        missing_words: The same as one line with what it means; empty without any.
        description: Styled lines, an empty one between paragraphs.
        children: Goals and rewards, as `items`, `icons` and `section` nodes.
    """

    state: QuestState
    state_word: str
    line: str
    fraction: float
    subtitle: Line
    missing: tuple[str, ...]
    missing_words: str
    description: tuple[Line, ...]
    children: tuple[Bound, ...]
