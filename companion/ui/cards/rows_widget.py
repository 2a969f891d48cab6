"""What paged nodes share: categories above, entries, and what to say when there is none."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.cards.view import BoundCategory
from companion.ui.cards.categories import CategoryBar
from companion.ui.cards.entry_places import ANY_CELL, Cell
from companion.ui.cards.painted_entry import PaintedEntry
from companion.ui.cards.press_list import PressList
from companion.ui.cards.scope import CardScope
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

LEAST_PX = 24


class RowsWidget(QWidget):
    """Entries of the visible page; another page is shown by the same widget. GUI thread."""

    def __init__(
        self,
        scope: CardScope,
        name: str,
        columns: int = 0,
        most_rows: int = 0,
        cell: Cell = ANY_CELL,
    ) -> None:
        super().__init__(scope.parent)
        self._scope = scope
        self._categories: tuple[BoundCategory, ...] = ()
        self._bar: CategoryBar | None = None
        self.list = PressList(scope, name, columns, most_rows, cell, self)
        self._empty: Words | None = None
        self._has_entries = True
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2 * GRID)
        self._column.addWidget(self.list)

    def minimumSizeHint(self) -> QSize:
        """Low: rows that would be higher in less width must not ask for that height."""
        return QSize(super().minimumSizeHint().width(), LEAST_PX)

    def show_page(
        self,
        entries: Sequence[PaintedEntry],
        empty: str = "",
        categories: tuple[BoundCategory, ...] = (),
    ) -> None:
        """Show other entries.

        Args:
            entries: From top to bottom, or row by row.
            empty: Said where there is no entry.
            categories: Buttons above.
        """
        self.list.show_entries(entries, self._scope)
        if bool(entries) != self._has_entries:
            self._has_entries = bool(entries)
            self.list.setVisible(self._has_entries)
        self._say(empty if not entries else "")
        if categories != self._categories:
            self._show_categories(categories)

    def _say(self, words: str) -> None:
        if self._empty is not None:
            self._empty.hide()
            self._empty.deleteLater()
        self._empty = Words(words, Style(Size.BODY, "muted")) if words else None
        if self._empty is not None:
            self._column.addWidget(self._empty)

    def _show_categories(self, categories: tuple[BoundCategory, ...]) -> None:
        self._categories = categories
        if self._bar is not None:
            self._column.removeWidget(self._bar)
            self._bar.deleteLater()
        self._bar = CategoryBar(categories, self._scope) if categories else None
        if self._bar is not None:
            self._column.insertWidget(0, self._bar)
