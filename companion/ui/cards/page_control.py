"""`‹ 1 / 3 ›`: the shared control of paged nodes; local, greyed where it leads nowhere."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.ui.cards.arrow_button import ArrowButton
from companion.ui.cards.scope import CardScope
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


class _Arrow(ArrowButton):
    def __init__(self, name: str, scope: CardScope, parent: QWidget) -> None:
        drawing = "following" if name == "next" else "previous"
        super().__init__(drawing, scope.text(f"ui.page.{name}"), parent)
        self._page = 0
        self._scope = scope
        self.setObjectName(f"page:{name}")
        self.setFocusPolicy(scope.focus_policy)
        self.clicked.connect(self._turn)

    def lead(self, page: int, *, leads: bool) -> None:
        """Go to another page from now on."""
        self._page = page
        self.setEnabled(leads)

    def _turn(self) -> None:
        self._scope.turn(self._page)


class PageControl(QWidget):
    """Previous, page number, next."""

    def __init__(self, page: int, pages: int, scope: CardScope, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        self._place = Words(style=Style(Size.SMALL, "muted"), parent=self)
        self._place.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._place.setObjectName("page:place")
        self._previous, self._next = _Arrow("previous", scope, self), _Arrow("next", scope, self)
        row.addStretch(1)
        row.addWidget(self._previous)
        row.addWidget(self._place)
        row.addWidget(self._next)
        self.show_page(page, pages)

    def show_page(self, page: int, pages: int) -> None:
        """Show another place; pages count from 0."""
        self._place.say(f"{page + 1} / {max(1, pages)}")
        self._previous.lead(page - 1, leads=page > 0)
        self._next.lead(page + 1, leads=page + 1 < pages)
