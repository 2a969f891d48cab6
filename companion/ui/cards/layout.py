"""Nodes `row` and `column`: children beside or below one another."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from companion.cards.view import BoundColumn, BoundSideBySide
from companion.ui.cards.children import child_widgets
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import line
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID


def row_widget(node: BoundSideBySide, scope: CardScope) -> QWidget:
    """Children from left to right."""
    widget, layout = line(3 * GRID)
    for place, (_, child) in enumerate(child_widgets(node.children, scope)):
        weight = node.weights[place] if place < len(node.weights) else 1
        layout.addWidget(child, weight, Qt.AlignmentFlag.AlignTop if weight else _MIDDLE)
    if not any(node.weights):
        layout.addStretch(1)
    return widget


def column_widget(node: BoundColumn, scope: CardScope) -> QWidget:
    """Children from top to bottom, in a panel where they are framed."""
    frame = QFrame()
    of_kind(frame, "inset" if node.framed else "bare")
    margin = 3 * GRID if node.framed else 0
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(2 * GRID)
    for _, child in child_widgets(node.children, scope):
        layout.addWidget(child)
    layout.addStretch(0)
    return frame


_MIDDLE = Qt.AlignmentFlag.AlignVCenter
