"""Node `quest_list`: pressable rows, each with icon, title, state in words and shape, progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundQuestList, BoundRow, Line, Span
from companion.protocol.cards.quest_list import QuestState
from companion.ui.cards.item_tile import TILE_PX, tip_of
from companion.ui.cards.row_entry import COMPACT_TILE_PX, RowEntry
from companion.ui.cards.row_fronts import aligned
from companion.ui.cards.row_state import COMPACT_STATE_WIDTH_PX, STATE_WIDTH_PX, RowState
from companion.ui.cards.rows_widget import RowsWidget
from companion.ui.cards.scope import CardScope
from companion.ui.type_setting import plain_of

MOST_ROWS = 2
"""Of a title, and of the line below it: a long one wraps before it ends."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Shape and colour of a quest's state; its word is `ui.quest_state.<state>`."""

    icon: str
    token: str


MARKS: Mapping[QuestState, Mark] = {
    QuestState.LOCKED: Mark("lock", "muted"),
    QuestState.OPEN: Mark("open", "muted"),
    QuestState.STARTED: Mark("started", "accent"),
    QuestState.CLAIMABLE: Mark("gift", "waiting"),
    QuestState.DONE: Mark("check", "accent"),
    QuestState.UNKNOWN: Mark("unknown", "muted"),
}


class QuestList(RowsWidget):
    """The rows of a page, or what to say without one; scrolls where rows are limited."""

    def __init__(self, node: BoundQuestList, scope: CardScope) -> None:
        super().__init__(scope, scope.text("ui.list.quests"), most_rows=node.visible_rows)
        self.show_node(node)

    def show_node(self, node: BoundQuestList) -> None:
        """Show another page."""
        chapters = _tells_chapters(node)
        entries = [
            quest_entry(row, self._scope, chapter=chapters, numbered=node.numbered)
            for row in node.rows
        ]
        self.show_page(aligned(entries), node.empty)


def quest_list_widget(node: BoundQuestList, scope: CardScope) -> QWidget:
    """The list."""
    return QuestList(node, scope)


def quest_entry(row: BoundRow, scope: CardScope, *, chapter: bool, numbered: bool) -> RowEntry:
    """A row as it is drawn.

    Args:
        row: The quest.
        scope: The card.
        chapter: Whether the chapter is told.
        numbered: Whether the number is shown.
    """
    word = scope.text(f"ui.quest_state.{row.state.value.lower()}")
    below = line_below(row, word, chapter=chapter)
    said = ", ".join(part for part in (plain_of(row.title), row.line, word) if part)
    return RowEntry(
        name=f"{row.choice.number}. {said}" if numbered else said,
        titles=(row.title,),
        choice=row.choice,
        number=row.choice.number if numbered else 0,
        tile=row.icon,
        tile_side=COMPACT_TILE_PX if scope.compact else TILE_PX,
        icons=scope.icons,
        below=(below,) if below else (),
        title_rows=MOST_ROWS,
        below_rows=MOST_ROWS,
        state=_state(row, word, scope),
        tip=tip_of(row.icon, scope.translations),
    )


def line_below(row: BoundRow, word: str, *, chapter: bool) -> Line:
    """State and chapter below a title; a state that is only the mark's word is not said twice."""
    state: Line = (Span(row.line),) if row.line and row.line != word else ()
    if chapter and row.chapter and state:
        return (*state, Span(" · "), *row.chapter)
    return state or row.chapter


def _tells_chapters(node: BoundQuestList) -> bool:
    """Whether the rows come from more than one chapter; else the card's head tells it."""
    return len({plain_of(row.chapter) for row in node.rows if row.chapter}) > 1


def _state(row: BoundRow, word: str, scope: CardScope) -> RowState:
    mark = MARKS[row.state]
    return RowState(
        word,
        mark.icon,
        mark.token,
        loud=row.state is QuestState.CLAIMABLE,
        fraction=-1.0 if row.state is QuestState.LOCKED else row.fraction,
        width=COMPACT_STATE_WIDTH_PX if scope.compact else STATE_WIDTH_PX,
    )
