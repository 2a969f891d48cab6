"""The list of names below the cursor; see `cards.authoring.completion` for what is in it."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QCompleter, QListView, QPlainTextEdit

from companion.cards.authoring.completion import Names, Offer, offer_at
from companion.ui.theme import scaled
from companion.ui.utf16 import index_at, units

LEAST_LETTERS = 1
"""Of a word, before names are offered by themselves; Ctrl+Space offers them at once."""
WIDTH_PX = 260
_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Escape)


class NamesPopup:
    """Offers names to a text field. GUI thread.

    Args:
        edit: Where they are written.
        name: What a screen reader calls the list.
    """

    def __init__(self, edit: QPlainTextEdit, name: str) -> None:
        self._edit = edit
        self.names = Names()
        self.offer = Offer()
        self._words = QStringListModel(edit)
        self.view = QListView()
        self.view.setAccessibleName(name)
        self.view.setParent(edit)
        self.completer = QCompleter(self._words, edit)
        self.completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.completer.setPopup(self.view)
        self.completer.setWidget(edit)
        self.completer.activated.connect(self.write)

    def takes(self, event: QKeyEvent) -> bool:
        """Whether a key is for the open list."""
        return self.view.isVisible() and event.key() in _CHOOSING

    def after_key(self, *, asked: bool, wrote: bool) -> None:
        """Offer what fits now, or close the list.

        Args:
            asked: Whether the author asked for names.
            wrote: Whether a letter was written.
        """
        text = self._edit.toPlainText()
        here = index_at(text, self._edit.textCursor().position())
        self.offer = offer_at(text, here, self.names)
        fitting = self.offer.fitting
        if not fitting or not (asked or (wrote and len(self.offer.begun) >= LEAST_LETTERS)):
            self.view.hide()
            return
        self._words.setStringList(list(fitting))
        self.view.setCurrentIndex(self._words.index(0, 0))
        area = self._edit.cursorRect()
        area.setWidth(scaled(WIDTH_PX))
        self.completer.complete(area)

    def write(self, word: str) -> None:
        """Put a word in the place of the one that was begun."""
        self.view.hide()
        cursor = self._edit.textCursor()
        begun = cursor.position() - units(self.offer.begun)
        cursor.setPosition(begun, QTextCursor.MoveMode.KeepAnchor)
        written = f'"{word}"' if self.offer.quoted else word
        cursor.insertText(f"{written}: " if self.offer.is_key else written)
        self._edit.setTextCursor(cursor)
