"""Node `heading`: icon, title, count badge, and what can be said, below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.cards.view import BoundHeading
from companion.ui.badge import Badge
from companion.ui.cards.item_tile import ItemTile
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import line
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


def heading_widget(node: BoundHeading, scope: CardScope) -> QWidget:
    """The title row with its hint."""
    widget, outer = line(3 * GRID, scope.parent)
    if node.icon is not None:
        tile = ItemTile(node.icon, scope)
        outer.addWidget(tile, 0, Qt.AlignmentFlag.AlignTop)
    outer.addLayout(_texts(node, scope, widget), 1)
    return widget


def _texts(node: BoundHeading, scope: CardScope, widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addLayout(_title_row(node, scope, widget))
    if node.hint:
        column.addWidget(Words(node.hint, Style(Size.SMALL, "muted", max_lines=2), widget))
    return column


def _title_row(node: BoundHeading, scope: CardScope, widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(2 * GRID)
    style = Style(Size.HEADING, bold=True, max_lines=2 if scope.compact else 3)
    title = Words(style=style, parent=widget)
    title.show_lines((node.line,))
    row.addWidget(title)
    if node.badge:
        row.addWidget(Badge(node.badge, parent=widget), 0, Qt.AlignmentFlag.AlignVCenter)
    row.addStretch(1)
    return row
