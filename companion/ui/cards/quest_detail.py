"""Node `quest_detail`: state, progress, what must be done first, the story, goals, rewards."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundQuestDetail
from companion.protocol.cards.quest_list import QuestState
from companion.ui.cards.children import child_widgets
from companion.ui.cards.progress_bar import ProgressBar
from companion.ui.cards.quest_list import MARKS
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import column, line
from companion.ui.icons import IconMark
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

COMPACT_LINES = 4


def quest_detail_widget(node: BoundQuestDetail, scope: CardScope) -> QWidget:
    """The quest from top to bottom."""
    widget, layout = column(3 * GRID)
    layout.addWidget(_state(node))
    if node.missing:
        layout.addWidget(_missing(node, scope))
    if node.subtitle:
        words = Words(style=Style(Size.BODY, "muted", max_lines=2))
        words.show_lines((node.subtitle,))
        layout.addWidget(words)
    if node.description:
        words = Words(style=Style(max_lines=COMPACT_LINES if scope.compact else 0))
        words.show_lines(
            tuple(filter(None, node.description)) if scope.compact else node.description
        )
        layout.addWidget(words)
    for _, child in child_widgets(node.children, scope):
        layout.addWidget(child)
    return widget


def _state(node: BoundQuestDetail) -> QWidget:
    mark = MARKS[node.state]
    widget, layout = column(GRID)
    head, beside = line(2 * GRID)
    beside.addWidget(IconMark(mark.icon, mark.token, 16), 0, Qt.AlignmentFlag.AlignVCenter)
    token = "waiting" if node.state is QuestState.CLAIMABLE else "ink"
    beside.addWidget(Words(node.state_word, Style(Size.SMALL, token, bold=True)))
    if node.line:
        beside.addWidget(Words(node.line, Style(Size.SMALL, "muted", max_lines=2)), 1)
    else:
        beside.addStretch(1)
    layout.addWidget(head)
    if node.fraction >= 0 and node.state is not QuestState.LOCKED:
        claimable = node.state is QuestState.CLAIMABLE
        layout.addWidget(ProgressBar(node.fraction, "waiting" if claimable else "accent"))
    return widget


def _missing(node: BoundQuestDetail, scope: CardScope) -> QWidget:
    widget, layout = line(2 * GRID)
    layout.addWidget(IconMark("lock", "waiting", 16), 0, Qt.AlignmentFlag.AlignTop)
    words = scope.text("ui.quest.first", quests=scope.text("ui.comma").join(node.missing))
    layout.addWidget(Words(words, Style(Size.SMALL, "waiting", max_lines=4)), 1)
    return widget
