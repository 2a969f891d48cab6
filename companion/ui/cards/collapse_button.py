"""The button at a card's corner that leaves only its title, or brings the rest back; local."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton

from companion.cards.view import BoundButton
from companion.ui.cards.scope import CardScope
from companion.ui.icons import icon
from companion.ui.style_sheet import of_kind
from companion.ui.theme import colour


class CollapseButton(QPushButton):
    """A chevron; its name says what it does."""

    def __init__(self, button: BoundButton, scope: CardScope, collapsed: bool) -> None:  # noqa: FBT001
        super().__init__(scope.parent)
        self._action = button.action
        self._scope = scope
        of_kind(self, "icon")
        self.setObjectName(f"button:{button.id}")
        self.setAccessibleName(button.label)
        self.setToolTip(button.label)
        self.setFocusPolicy(scope.focus_policy)
        self.setIcon(icon("unfold" if collapsed else "collapse", colour("muted")))
        self.setIconSize(QSize(18, 18))
        self.clicked.connect(self._press)

    def _press(self) -> None:
        self._scope.press(self._action)
