"""A card view as a widget: nodes top to bottom, then the foot."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from companion.cards.view import (
    BoundButton,
    BoundButtons,
    BoundHeading,
    BoundNode,
    BoundQuestList,
    BoundText,
    CardView,
    Variant,
    walk,
)
from companion.ui.cards.collapse_button import CollapseButton
from companion.ui.cards.foot import Foot
from companion.ui.cards.press_list import PressList
from companion.ui.cards.registry import node_widget
from companion.ui.cards.scope import CardScope
from companion.ui.look import LOOK_CHANGES, look
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

GAP = 3 * GRID
SMALL_ROLES = ("muted", "hint", "warning")


class CardWidget(QFrame):
    """One card. Another view of it may be shown by the same widget. GUI thread.

    Its accessible name is the card's title; `objectName` is `card:<id>`. What did not change stays
    as it is: turning a page draws the rows of that page and nothing else (CARD-044).

    Attributes:
        framed: Whether it stands on a ground of its own.
    """

    def __init__(
        self,
        view: CardView,
        scope: CardScope,
        *,
        framed: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.framed = framed
        of_kind(self, "card" if framed else "bare")
        margin = look().theme.spacing.large if framed else 0
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(margin, margin, margin, margin)
        self._column.setSpacing(0)
        self._body: QWidget | None = None
        self._draw(view, scope)
        scope.icons.arrived.connect(self._redraw_icons)

    @property
    def card(self) -> UUID:
        """Which card it shows."""
        return self._view.ref.id

    @property
    def variant(self) -> Variant:
        """How it shows it."""
        return self._scope.variant

    def show_view(self, view: CardView, scope: CardScope) -> None:
        """Show another view of the card."""
        if not self._show_in_place(view, scope):
            self._draw(view, scope)

    def changeEvent(self, event: QEvent) -> None:
        """Draw everything anew in another text size."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES and self._scale != look().scale:
            QTimer.singleShot(0, self, self._draw_anew)  # not amid the change itself

    def _draw_anew(self) -> None:
        if self._scale != look().scale:
            self._draw(self._view, self._scope)

    def _draw(self, view: CardView, scope: CardScope) -> None:
        self._view, self._scope, self._scale = view, scope, look().scale
        self.setObjectName(f"card:{view.ref.id}")
        self.setAccessibleName(view.title)
        if self._body is not None:
            self._take_down(self._body)
        self._body = QWidget(self)
        scope = replace(scope, draw=node_widget, parent=self._body)
        self._drawn: list[tuple[BoundNode, QWidget]] = []
        self._inner = QVBoxLayout(self._body)
        self._inner.setContentsMargins(0, 0, 0, 0)
        self._inner.setSpacing(0)
        nodes, self._last_buttons = split_foot(view.nodes)
        self._add_nodes(nodes, scope)
        if scope.waiting:
            self._add(
                Words(scope.text("ui.card.waiting"), Style(Size.SMALL, "waiting"), self._body), GAP
            )
        self._foot = Foot(scope, self._body)
        self._put(self._body, self._foot)
        self._show_foot(view)

    def _put(self, body: QWidget, foot: Foot) -> None:
        """Lay out what was drawn."""
        self._add(foot, 0)
        self._column.addWidget(body)

    def _take_down(self, body: QWidget) -> None:
        """Part with what was drawn before; the foot is still the one that belongs to it."""
        self._column.removeWidget(body)
        body.hide()
        body.deleteLater()

    def _show_in_place(self, view: CardView, scope: CardScope) -> bool:
        """Whether only nodes changed that can show it themselves."""
        nodes, buttons = split_foot(view.nodes)
        same_frame = (
            scope == self._scope
            and view.collapse == self._view.collapse
            and view.title == self._view.title
            and buttons == self._last_buttons
            and [type(node) for node in nodes] == [type(node) for node, _ in self._drawn]
        )
        changed = [
            place
            for place, (node, (before, _)) in enumerate(zip(nodes, self._drawn, strict=False))
            if node != before
        ]
        if not same_frame or not all(
            _shows(self._drawn[place][1], nodes[place]) for place in changed
        ):
            return False
        self._view = view
        for place in changed:
            self._drawn[place] = (nodes[place], self._drawn[place][1])
        self._show_foot(view)
        return True

    def _show_foot(self, view: CardView) -> None:
        self._foot.show_foot((*self._last_buttons, *view.footer), paging_of(view), gap=GAP)

    def _add_nodes(self, nodes: tuple[BoundNode, ...], scope: CardScope) -> None:
        collapse = self._collapse(scope)
        before: BoundNode | None = None
        for node in nodes:
            if (widget := node_widget(node, scope)) is None:
                continue
            self._drawn.append((node, widget))
            self._inner.addSpacing(gap_between(before, node))
            self._add_beside(widget, collapse if before is None else None)
            before = node
        if before is None and collapse is not None:
            style = Style(Size.HEADING, bold=True, max_lines=1)
            self._add_beside(Words(self._view.title, style, scope.parent), collapse)

    def _collapse(self, scope: CardScope) -> CollapseButton | None:
        button = self._view.collapse
        return CollapseButton(button, scope, self._view.collapsed) if button is not None else None

    def _add_beside(self, widget: QWidget, collapse: CollapseButton | None) -> None:
        """Put a widget below, with the card's chevron at its right where there is one."""
        if collapse is None:
            self._inner.addWidget(widget)
            return
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        self._inner.addLayout(row)
        row.addWidget(widget, 1)
        row.addWidget(collapse, 0, Qt.AlignmentFlag.AlignTop)

    def _add(self, widget: QWidget, gap: int) -> None:
        self._inner.addSpacing(gap)
        self._inner.addWidget(widget)

    def _redraw_icons(self) -> None:
        for child in self.findChildren(QWidget):
            if isinstance(child, PressList):
                child.forget_picture()
            child.update()


def split_foot(
    nodes: tuple[BoundNode, ...],
) -> tuple[tuple[BoundNode, ...], tuple[BoundButton, ...]]:
    """The nodes of the body, and the buttons that end the card: they stand in its foot."""
    if nodes and isinstance(nodes[-1], BoundButtons):
        return nodes[:-1], nodes[-1].buttons
    return nodes, ()


def paging_of(view: CardView) -> tuple[int, int] | None:
    """Page and pages of a card with a quest list, or with more than one page; else None.

    What scrolls to its end on a single page needs no page number beside its scroll bar.
    """
    lists = [node for node in walk(view.nodes) if isinstance(node, BoundQuestList) and node.rows]
    if view.pages <= 1 and (not lists or any(_scrolls(node) for node in lists)):
        return None
    return (view.page, view.pages) if view.nodes else None


def _scrolls(node: BoundQuestList) -> bool:
    return 0 < node.visible_rows < len(node.rows)


def gap_between(above: BoundNode | None, below: BoundNode) -> int:
    """Pixels between two nodes: small print stays close to what it belongs to."""
    if above is None:
        return 0
    small = isinstance(below, BoundText) and below.role in SMALL_ROLES
    return GRID if small and isinstance(above, BoundText | BoundHeading) else GAP


def _shows(widget: QWidget, node: BoundNode) -> bool:
    """Whether a widget showed another node of its type by itself."""
    show = getattr(widget, "show_node", None)
    if show is None:
        return False
    shown: bool | None = show(node)
    return shown is not False
