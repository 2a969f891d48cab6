"""Node `choices`: numbered sentences or candidates."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.cards.view import BoundChoices, BoundLine
from companion.ui.cards.row_button import RowButton
from companion.ui.cards.scope import CardScope
from companion.ui.theme import Size
from companion.ui.words import Style, Words


def choices_widget(node: BoundChoices, scope: CardScope) -> QWidget:
    """One row a choice."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for line in node.lines:
        column.addWidget(_row(line, scope))
    return widget


def _row(line: BoundLine, scope: CardScope) -> RowButton:
    row = RowButton(line.choice, scope)
    row.name(line.choice.label, line.detail)
    texts = QWidget()
    column = QVBoxLayout(texts)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(Words(line.choice.label, Style(max_lines=2)))
    if line.detail:
        column.addWidget(Words(line.detail, Style(Size.SMALL, "muted", max_lines=2)))
    row.add(texts, 1)
    return row
