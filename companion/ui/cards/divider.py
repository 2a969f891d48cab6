"""Node `divider`: a line across, with words in it where it has some."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from companion.cards.view import BoundDivider
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import line
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


def divider_widget(node: BoundDivider, scope: CardScope) -> QWidget:
    """The line."""
    del scope
    widget, layout = line(3 * GRID)
    layout.addWidget(_rule(), 1, Qt.AlignmentFlag.AlignVCenter)
    if node.label:
        layout.addWidget(Words(node.label, Style(Size.CAPTION, "muted", bold=True)))
        layout.addWidget(_rule(), 1, Qt.AlignmentFlag.AlignVCenter)
    return widget


def _rule() -> QFrame:
    rule = QFrame()
    of_kind(rule, "rule")
    rule.setFixedHeight(1)
    return rule
