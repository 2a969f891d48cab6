"""`‹ 1 / 3 ›`: the shared control of paged nodes; local, greyed where it leads nowhere."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from companion.ui.cards.scope import CardScope
from companion.ui.icons import icon
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size, colour, faint
from companion.ui.words import Style, Words


class _Arrow(QPushButton):
    def __init__(self, name: str, scope: CardScope) -> None:
        super().__init__()
        self._drawing = "following" if name == "next" else "previous"
        self._page = 0
        self._scope = scope
        of_kind(self, "icon")
        self.setObjectName(f"page:{name}")
        self.setAccessibleName(scope.text(f"ui.page.{name}"))
        self.setToolTip(scope.text(f"ui.page.{name}"))
        self.setFocusPolicy(scope.focus_policy)
        self.setIconSize(QSize(18, 18))
        self.clicked.connect(self._turn)

    def lead(self, page: int, *, leads: bool) -> None:
        """Go to another page from now on."""
        self._page = page
        enabled = leads and self._scope.live
        if enabled != self.isEnabled() or self.icon().isNull():
            self.setEnabled(enabled)
            self.setIcon(icon(self._drawing, colour("ink") if enabled else faint()))

    def _turn(self) -> None:
        self._scope.turn(self._page)


class PageControl(QWidget):
    """Previous, page number, next."""

    def __init__(self, page: int, pages: int, scope: CardScope) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        self._place = Words(style=Style(Size.SMALL, "muted"))
        self._place.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._place.setObjectName("page:place")
        self._previous, self._next = _Arrow("previous", scope), _Arrow("next", scope)
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
