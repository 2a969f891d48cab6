"""A card view as a widget: nodes top to bottom, then the foot."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout

from companion.cards.view import BoundButtons, BoundHeading, BoundNode, BoundText, CardView
from companion.ui.cards.buttons import buttons_widget
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
        layout = QVBoxLayout(self)
        layout.setContentsMargins(margin, margin, margin, margin)
        layout.setSpacing(0)
        before: BoundNode | None = None
        for node in view.nodes:
            if (widget := node_widget(node, scope)) is not None:
                layout.addSpacing(gap_between(before, node))
                layout.addWidget(widget)
                before = node
        if scope.waiting:
            layout.addSpacing(GAP)
            layout.addWidget(_waiting(scope))
        if view.footer:
            layout.addSpacing(GAP)
            layout.addWidget(buttons_widget(BoundButtons(view.footer), scope))


def gap_between(above: BoundNode | None, below: BoundNode) -> int:
    """Pixels between two nodes: small print stays close to what it belongs to."""
    if above is None:
        return 0
    small = isinstance(below, BoundText) and below.role in SMALL_ROLES
    return GRID if small and isinstance(above, BoundText | BoundHeading) else GAP


def _waiting(scope: CardScope) -> Words:
    return Words(scope.translations.text("ui.card.waiting"), Style(Size.SMALL, "waiting"))
