"""Commands completed as they are typed: the client's own and the server's, in one list."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from companion.client.completion import Completions
from companion.client.state import ClientState
from companion.language.translations import Translations

LINE = Qt.ItemDataRole.UserRole + 1
"""Where an item keeps the whole text of the box."""
NOTHING = Completions(-1)


class Completion(QCompleter):
    """Shows ways to go on beneath the box; Enter or a click takes one. GUI thread."""

    def __init__(self, translations: Translations, parent: QWidget) -> None:
        super().__init__(parent)
        self._texts = translations
        self._field: QLineEdit | None = None
        self._shown = NOTHING
        self._was_open = False
        self._items = QStandardItemModel(self)
        self.setModel(self._items)
        self.setCompletionRole(LINE)
        self.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.setMaxVisibleItems(12)
        self.activated.connect(self._taken)

    @property
    def lines(self) -> list[str]:
        """What the box would hold after each suggestion, best first."""
        return [suggestion.line for suggestion in self._shown.suggestions]

    def attach(self, field: QLineEdit) -> None:
        """Serve a box."""
        self._field = field
        self.setWidget(field)

    def offer(self, found: Completions) -> None:
        """Show these; none close the list."""
        self._shown = found
        self._items.clear()
        for suggestion in found.suggestions:
            does = self._texts.render(suggestion.does) if suggestion.does else ""
            item = QStandardItem(f"{suggestion.word}   {does}".rstrip())
            item.setData(suggestion.line, LINE)
            item.setEditable(False)
            self._items.appendRow(item)
        if found.suggestions:
            self._open()
        elif self._was_open:
            self._hide()

    def drop_stale(self, state: ClientState) -> None:
        """Close a list that was made for other commands (CLIENT-017)."""
        if self._shown.suggestions and self._shown.is_stale(state):
            self.close()

    def close(self) -> None:
        """Offer nothing."""
        self.offer(NOTHING)

    def _open(self) -> None:
        """Show the list; Qt makes it at the first time, and only then."""
        self._was_open = True
        self.complete()
        if (popup := self.popup()) is not None:
            popup.setObjectName("completion")
            popup.setAccessibleName(self._texts.text("ui.completion"))

    def _hide(self) -> None:
        if (popup := self.popup()) is not None:
            popup.hide()

    def _taken(self, line: str) -> None:
        if self._field is not None:
            self._field.setText(line)
