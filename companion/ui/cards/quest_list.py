"""Node `quest_list`: the rows of the visible page and the page control."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.cards.view import BoundQuestList, BoundRow, Line, Span
from companion.protocol.cards.quest_list import QuestState
from companion.ui.cards.item_tile import ItemTile
from companion.ui.cards.progress_bar import ProgressBar
from companion.ui.cards.row_button import RowButton
from companion.ui.cards.scope import CardScope
from companion.ui.icons import IconMark
from companion.ui.theme import GRID, Size
from companion.ui.type_setting import plain_of
from companion.ui.words import Style, Words

STATE_WIDTH = 108
COMPACT_STATE_WIDTH = 84
COMPACT_TILE_PX = 32


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


def quest_list_widget(node: BoundQuestList, scope: CardScope) -> QWidget:
    """The rows, or what to say without one."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for row in node.rows:
        column.addWidget(_row(row, scope, chapter=_tells_chapters(node)))
    if not node.rows and node.empty:
        column.addWidget(Words(node.empty, Style(Size.BODY, "muted")))
    return widget


def _tells_chapters(node: BoundQuestList) -> bool:
    """Whether the rows come from more than one chapter; else the card's head tells it."""
    return len({plain_of(row.chapter) for row in node.rows if row.chapter}) > 1


def _row(row: BoundRow, scope: CardScope, *, chapter: bool) -> RowButton:
    word = scope.translations.text(f"ui.quest_state.{row.state.value.lower()}")
    button = RowButton(row.choice, scope)
    button.name(plain_of(row.title), row.line, word)
    button.add(ItemTile(row.icon, COMPACT_TILE_PX) if scope.compact else ItemTile(row.icon))
    button.add(_texts(row, line_below(row, word, chapter=chapter)), 1)
    button.add(_state(row, word, scope))
    return button


def _texts(row: BoundRow, below: Line) -> QWidget:
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    title = Words(style=Style(max_lines=1))
    title.show_lines((row.title,))
    column.addWidget(title)
    if below:
        line = Words(style=Style(Size.SMALL, "muted", max_lines=1))
        line.show_lines((below,))
        column.addWidget(line)
    return widget


def line_below(row: BoundRow, word: str, *, chapter: bool) -> Line:
    """State and chapter below a title; a state that is only the mark's word is not said twice."""
    state: Line = (Span(row.line),) if row.line and row.line != word else ()
    if chapter and row.chapter and state:
        return (*state, Span(" · "), *row.chapter)
    return state or row.chapter


def _state(row: BoundRow, word: str, scope: CardScope) -> QWidget:
    mark = MARKS[row.state]
    widget = QWidget()
    widget.setFixedWidth(COMPACT_STATE_WIDTH if scope.compact else STATE_WIDTH)
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(GRID)
    line = QHBoxLayout()
    line.setSpacing(GRID)
    line.addStretch(1)
    line.addWidget(IconMark(mark.icon, mark.token, 14), 0, Qt.AlignmentFlag.AlignVCenter)
    token = mark.token if row.state is QuestState.CLAIMABLE else "muted"
    line.addWidget(Words(word, Style(Size.SMALL, token, max_lines=1)))
    column.addLayout(line)
    if row.fraction >= 0 and row.state is not QuestState.LOCKED:
        column.addWidget(ProgressBar(row.fraction, _bar_token(row.state)))
    return widget


def _bar_token(state: QuestState) -> str:
    return "waiting" if state is QuestState.CLAIMABLE else "accent"
