"""Painted entries as Qt's model of a list: what screen readers, tool tips and arrow keys go by."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from companion.ui.cards.painted_entry import PaintedEntry
from companion.ui.cards.scope import CardScope
from companion.ui.tooltips import tooltip

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_TOP = QModelIndex()


class EntryModel(QAbstractListModel):
    """The entries of the visible page. GUI thread."""

    def __init__(self, parent: QWidget, scope: CardScope) -> None:
        super().__init__(parent)
        self.entries: tuple[PaintedEntry, ...] = ()
        self.scope = scope

    def show_entries(self, entries: tuple[PaintedEntry, ...], scope: CardScope) -> None:
        """Hold other entries."""
        self.beginResetModel()
        self.entries, self.scope = entries, scope
        self.endResetModel()

    def offers(self, row: int) -> bool:
        """Whether a press on a row would do something."""
        choice = self.entries[row].choice
        return choice is not None and choice.enabled and self.scope.offers(choice.action)

    def rowCount(self, parent: Index = _TOP) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """One that could be pressed, and cannot now, is disabled."""
        if self.entries[index.row()].choice is not None and not self.offers(index.row()):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        """Name, tool tip, and what a press would do."""
        if role in (_Role.DisplayRole, _Role.AccessibleTextRole):
            return self.entries[index.row()].name
        if role == _Role.ToolTipRole:
            return tooltip(self.entries[index.row()].tip)
        if role == _Role.AccessibleDescriptionRole and self.offers(index.row()):
            return self.scope.text("ui.entry.press")
        return None
