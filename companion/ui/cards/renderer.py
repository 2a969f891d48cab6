"""A card view as a widget: nodes top to bottom, then the foot."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from companion.cards.view import (
    BoundButton,
    BoundButtons,
    BoundChoices,
    BoundHeading,
    BoundNode,
    BoundQuestList,
    BoundText,
    CardView,
)
from companion.ui.cards.foot import foot_widget
from companion.ui.cards.registry import node_widget
from companion.ui.cards.scope import CardScope
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

GAP = 3 * GRID
SMALL_ROLES = ("muted", "hint", "warning")


class CardWidget(QFrame):
    """One card, drawn once; another view of it is another widget. GUI thread.

    Its accessible name is the card's title; `objectName` is `card:<id>`.
    """

    def __init__(self, view: CardView, scope: CardScope, *, framed: bool = True) -> None:
        super().__init__()
        of_kind(self, "card" if framed else "bare")
        self.setObjectName(f"card:{view.ref.id}")
        self.setAccessibleName(view.title)
        margin = 4 * GRID if framed else 0
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(margin, margin, margin, margin)
        self._column.setSpacing(0)
        body, last_buttons = split_foot(view.nodes)
        self._add_nodes(body, scope)
        if scope.waiting:
            text = scope.translations.text("ui.card.waiting")
            self._add(Words(text, Style(Size.SMALL, "waiting")), GAP)
        if (foot := foot_widget((*last_buttons, *view.footer), paging_of(view), scope)) is not None:
            self._add(foot, GAP)

    def _add_nodes(self, nodes: tuple[BoundNode, ...], scope: CardScope) -> None:
        before: BoundNode | None = None
        for node in nodes:
            if (widget := node_widget(node, scope)) is not None:
                self._add(widget, gap_between(before, node))
                before = node

    def _add(self, widget: QWidget, gap: int) -> None:
        self._column.addSpacing(gap)
        self._column.addWidget(widget)


def split_foot(
    nodes: tuple[BoundNode, ...],
) -> tuple[tuple[BoundNode, ...], tuple[BoundButton, ...]]:
    """The nodes of the body, and the buttons that end the card: they stand in its foot."""
    if nodes and isinstance(nodes[-1], BoundButtons):
        return nodes[:-1], nodes[-1].buttons
    return nodes, ()


def paging_of(view: CardView) -> tuple[int, int] | None:
    """Page and pages of a card with a list; None without one, or with a single page of choices."""
    lists = any(isinstance(node, BoundQuestList) and node.rows for node in view.nodes)
    pages = any(isinstance(node, BoundChoices) for node in view.nodes) and view.pages > 1
    return (view.page, view.pages) if lists or pages else None


def gap_between(above: BoundNode | None, below: BoundNode) -> int:
    """Pixels between two nodes: small print stays close to what it belongs to."""
    if above is None:
        return 0
    small = isinstance(below, BoundText) and below.role in SMALL_ROLES
    return GRID if small and isinstance(above, BoundText | BoundHeading) else GAP
