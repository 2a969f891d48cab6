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
    def __init__(self, name: str, page: int, scope: CardScope, *, leads: bool) -> None:
        super().__init__()
        self._page = page
        self._scope = scope
        of_kind(self, "icon")
        self.setObjectName(f"page:{name}")
        self.setAccessibleName(scope.translations.text(f"ui.page.{name}"))
        self.setFocusPolicy(scope.focus_policy)
        self.setEnabled(leads and scope.live)
        tint = colour("ink") if self.isEnabled() else faint()
        self.setIcon(icon("following" if name == "next" else "previous", tint))
        self.setIconSize(QSize(18, 18))
        self.clicked.connect(self._turn)

    def _turn(self) -> None:
        self._scope.turn(self._page)


class PageControl(QWidget):
    """Previous, page number, next."""

    def __init__(self, page: int, pages: int, scope: CardScope) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        place = Words(f"{page + 1} / {max(1, pages)}", Style(Size.SMALL, "muted"))
        place.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        place.setObjectName("page:place")
        row.addStretch(1)
        row.addWidget(_Arrow("previous", page - 1, scope, leads=page > 0))
        row.addWidget(place)
        row.addWidget(_Arrow("next", page + 1, scope, leads=page + 1 < pages))
