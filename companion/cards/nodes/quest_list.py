"""Node `quest_list`: rows of quests, one page at a time; only that page is built (CARD-044)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from companion.cards.binding import (
    MAX_LABEL_CHARACTERS,
    Context,
    broken,
    clipped,
    fill_plain,
    label_of,
    styled,
    words,
)
from companion.cards.nodes.node import Node, bind_choices
from companion.cards.paging import page_of
from companion.cards.reasons import reason
from companion.cards.rows_told import aloud, row_line
from companion.cards.view import BoundChoice, BoundQuestList, BoundRow
from companion.protocol.cards.builder import CardChoice
from companion.protocol.cards.quest_list import QuestBrief


class QuestListNode(Node[BoundQuestList], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rows of quests that can be opened.

    Attributes:
        source: Name of a list of quests.
        page_size: Rows a page; the same in every variant, so that "the third one" is one row.
        columns, max_row: Rows a page as the capacity of a grid instead (NOTE-008); 0 for none.
        visible_rows: Rows that are seen at once in the full variant, the others by scrolling; 0
            for all (CARD-054).
        numbered: Whether the numbers are shown.
        empty: What to say when there is no quest.
    """

    binds = BoundQuestList
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str
    page_size: Annotated[int, msgspec.Meta(ge=1, le=100)] = 5
    columns: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    max_row: Annotated[int, msgspec.Meta(ge=0, le=25)] = 0
    visible_rows: Annotated[int, msgspec.Meta(ge=0, le=50)] = 0
    numbered: bool = True
    empty: str = "%card.quest_list.empty%"

    def turning(self) -> int:
        """Always one."""
        return 1

    @property
    def capacity(self) -> int:
        """Rows of a page."""
        return self.columns * self.max_row or self.page_size

    def bind(self, context: Context) -> BoundQuestList | None:
        """Bind the visible page."""
        quests = context.list_of(self.source)
        page = page_of(len(quests), self.capacity, context.page)
        rows = bind_rows(quests[page.start : page.stop], context)
        empty = "" if quests else fill_plain(self.empty, context)
        scrolls = 0 if context.is_small else self.visible_rows
        return BoundQuestList(rows, page.index, page.pages, empty, scrolls, self.numbered)

    @classmethod
    def plain(cls, bound: BoundQuestList) -> tuple[str, ...]:
        """A numbered line for each row."""
        if not bound.rows:
            return (bound.empty,) if bound.empty else ()
        return tuple(
            row_line(f"{row.choice.number}. ", words(row.title), row.line) for row in bound.rows
        )

    @classmethod
    def spoken(cls, bound: BoundQuestList) -> tuple[str, ...]:
        """The numbered lines, with a pause before the state."""
        return tuple(map(aloud, cls.plain(bound)))


def bind_rows(visible: tuple[object, ...], context: Context) -> tuple[BoundRow, ...]:
    """Bind quests with the rows that open them.

    Raises:
        CardError: Something among them is no quest, or cannot be opened.
    """
    choices = bind_choices(_choices(visible, context), context)
    return tuple(
        _row(quest, choice, context) for quest, choice in zip(visible, choices, strict=True)
    )


def _choices(visible: tuple[object, ...], context: Context) -> tuple[CardChoice, ...]:
    return tuple(_choice(_quest(quest).number, context) for quest in visible)


def _choice(number: int, context: Context) -> CardChoice:
    """The choice of a row, by its number: they count from 1 through the whole list."""
    if 0 < number <= len(context.choices):
        choice = context.choices[number - 1]
        if choice.number == number:
            return choice
    raise broken(reason("no_row", number=number))


def _quest(entry: object) -> QuestBrief:
    if not isinstance(entry, QuestBrief):
        raise broken(reason("no_quests"))
    return entry


def _row(entry: object, choice: BoundChoice, context: Context) -> BoundRow:
    quest = _quest(entry)
    return BoundRow(
        choice,
        quest.icon,
        styled(clipped(quest.title, MAX_LABEL_CHARACTERS).replace("\n", " ")),
        styled(clipped(quest.chapter, MAX_LABEL_CHARACTERS).replace("\n", " ")),
        label_of(quest.line, context.translations),
        min(1.0, max(0.0, quest.done / quest.total)) if quest.total > 0 else -1.0,
        quest.state,
    )
