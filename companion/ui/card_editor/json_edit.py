"""A field for JSON: completes names, and marks the lines that have a fault."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QKeyEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QCompleter, QListView, QPlainTextEdit, QTextEdit

from companion.cards.template import Fault
from companion.ui.card_editor.words import word_before
from companion.ui.theme import Size, colour, text_px

LEAST_LETTERS = 2
"""Of a word, before names are offered by themselves; Ctrl+Space offers them at once."""


class JsonEdit(QPlainTextEdit):
    """The template as text. GUI thread."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("editor:text")
        self.setAccessibleName(name)
        font = QFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        font.setPixelSize(text_px(Size.BODY))
        self.setFont(font)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._words = QStringListModel(self)
        self.completer = QCompleter(self._words, self)
        self.popup = QListView()
        self.popup.setParent(self)
        self.completer.setPopup(self.popup)
        self.completer.setWidget(self)
        self.completer.activated.connect(self.complete)

    def offer(self, words: tuple[str, ...]) -> None:
        """Complete from these words from now on."""
        self._words.setStringList(list(words))

    def show_faults(self, faults: tuple[Fault, ...]) -> None:
        """Mark lines; what is wrong stands in the tool tip of the mark and in the list below."""
        self.setExtraSelections([self._mark(fault) for fault in faults])

    def go_to(self, line: int, column: int) -> None:
        """Put the cursor to a place; both count from 1."""
        block = self.document().findBlockByNumber(line - 1)
        cursor = QTextCursor(block)
        cursor.movePosition(
            QTextCursor.MoveOperation.Right,
            QTextCursor.MoveMode.MoveAnchor,
            max(0, min(column - 1, block.length() - 1)),
        )
        self.setTextCursor(cursor)
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Write; offer names after letters, and at Ctrl+Space."""
        popup = self.popup
        chosen = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Escape)
        if popup.isVisible() and event.key() in chosen:
            event.ignore()  # the completer takes it
            return
        asked = event.key() == Qt.Key.Key_Space and bool(
            event.modifiers() & Qt.KeyboardModifier.ControlModifier
        )
        if not asked:
            super().keyPressEvent(event)
        self._offer_names(at_once=asked, wrote=bool(event.text().strip()))

    def complete(self, word: str) -> None:
        """Put a word in the place of the one that was begun."""
        cursor = self.textCursor()
        begun = word_before(self._line_before())
        cursor.movePosition(
            QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, len(begun)
        )
        cursor.insertText(word)
        self.setTextCursor(cursor)

    def _offer_names(self, *, at_once: bool, wrote: bool) -> None:
        begun = word_before(self._line_before())
        popup = self.popup
        if not at_once and (not wrote or len(begun) < LEAST_LETTERS):
            popup.hide()
            return
        self.completer.setCompletionPrefix(begun)
        if self.completer.completionCount() == 0 or self.completer.currentCompletion() == begun:
            popup.hide()
            return
        popup.setCurrentIndex(self.completer.completionModel().index(0, 0))
        area = self.cursorRect()
        area.setWidth(240)
        self.completer.complete(area)

    def _line_before(self) -> str:
        cursor = self.textCursor()
        return cursor.block().text()[: cursor.positionInBlock()]

    def _mark(self, fault: Fault) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        ground = QColor(colour("failed" if fault.fatal else "waiting"))
        ground.setAlpha(48)
        mark.format.setBackground(ground)
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        mark.format.setToolTip(fault.reason)
        mark.cursor = QTextCursor(self.document().findBlockByNumber(fault.line - 1))
        return mark
