"""Widgets of the nodes inside a node."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundNode
from companion.ui.cards.scope import CardScope


def child_widgets(
    nodes: tuple[BoundNode, ...], scope: CardScope
) -> Iterator[tuple[BoundNode, QWidget]]:
    """Each node that somebody draws, with its widget."""
    for node in nodes:
        if (widget := scope.draw(node, scope)) is not None:
            yield node, widget
