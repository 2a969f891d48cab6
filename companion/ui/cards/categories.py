"""The buttons above a paged node that pick what it shows; local, greyed where there is nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from companion.cards.view import BoundCategory
from companion.ui.cards.scope import CardScope
from companion.ui.flow_layout import FlowLayout
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID


class _Tab(QPushButton):
    def __init__(self, category: BoundCategory, scope: CardScope) -> None:
        super().__init__(category.button.label.replace("&", "&&"))
        self._action = category.button.action
        self._selected = category.selected
        self._scope = scope
        of_kind(self, "tab")
        self.setObjectName(f"category:{category.id}")
        self.setAccessibleName(category.button.label)
        self.setFocusPolicy(scope.focus_policy)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setCheckable(True)
        self.setChecked(category.selected)
        self.setEnabled(category.button.enabled and scope.offers(category.button.action))
        self.clicked.connect(self._press)

    def _press(self) -> None:
        self.setChecked(self._selected)
        if not self._selected:
            self._scope.press(self._action)


class CategoryBar(QWidget):
    """One button a category; the selected one is filled and checked."""

    def __init__(self, categories: tuple[BoundCategory, ...], scope: CardScope) -> None:
        super().__init__()
        layout = FlowLayout(self, spacing=GRID)
        for category in categories:
            layout.addWidget(_Tab(category, scope))
