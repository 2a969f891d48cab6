"""Node `progress`: a bar with its words."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundProgress
from companion.ui.cards.progress_bar import ProgressBar
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import column, line
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


def progress_widget(node: BoundProgress, scope: CardScope) -> QWidget:
    """Label and words, and the bar below them; no bar where nobody knows."""
    del scope
    widget, layout = column(GRID)
    head, beside = line(2 * GRID)
    if node.label:
        beside.addWidget(Words(node.label, Style(Size.SMALL, "ink", max_lines=1)), 1)
    beside.addWidget(Words(node.words, Style(Size.SMALL, "muted")))
    if not node.label:
        beside.addStretch(1)
    layout.addWidget(head)
    if node.fraction >= 0:
        layout.addWidget(ProgressBar(node.fraction, "accent"))
    return widget
