"""A field for JSON: numbers of lines, faults where they are, names while one writes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QApplication, QTextEdit, QToolTip

from companion.cards.authoring.completion import Names
from companion.cards.template import Fault
from companion.ui.card_editor.gutter import Gutter, Lined
from companion.ui.card_editor.names_popup import NamesPopup
from companion.ui.look import LOOK_CHANGES
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size, colour, text_px
from companion.ui.tooltips import tooltip
from companion.ui.utf16 import index_at, units

FIXED = (
    "JetBrains Mono",
    "Cascadia Mono",
    "Consolas",
    "SF Mono",
    "Menlo",
    "DejaVu Sans Mono",
    "Noto Sans Mono",
    "Liberation Mono",
    "Courier New",
)
"""Families whose letters are equally wide, best first; what is not installed is passed over."""
INDENT = "  "
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[^\s,]+')
_OPENS = re.compile(r"[{\[]\s*$")


class JsonEdit(Lined):
    """The template as text; documents are swapped, so that each keeps its own undo. GUI thread."""

    def __init__(self, name: str, names_name: str) -> None:
        super().__init__()
        self.setObjectName("editor:text")
        self.setAccessibleName(name)
        of_kind(self, "code")
        self._by_line: dict[int, tuple[Fault, ...]] = {}
        self.gutter = Gutter(self)
        self.popup = NamesPopup(self, names_name)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(lambda _area, _dy: self.gutter.update())
        self.cursorPositionChanged.connect(self.gutter.update)
        self._set_font()

    def show_document(self, document: QTextDocument, names: Names, *, read_only: bool) -> None:
        """Edit another document; it is the caller's and outlives this field."""
        document.setDefaultFont(self.font())
        self.setDocument(document)
        self.setReadOnly(read_only)
        self.popup.names = names
        self.show_faults(())

    def show_faults(self, faults: tuple[Fault, ...]) -> None:
        """Underline faults, and write behind a line what is wrong with it."""
        self._by_line = {}
        for fault in faults:
            self._by_line[fault.line] = (*self._by_line.get(fault.line, ()), fault)
        self.setExtraSelections([self._underline(fault) for fault in faults])
        self.gutter.update()
        self.viewport().update()

    def faults_of(self, line: int) -> tuple[Fault, ...]:
        """What is wrong in a line, counted from 1."""
        return self._by_line.get(line, ())

    def go_to(self, line: int, column: int) -> None:
        """Put the cursor to a place; both count from 1."""
        self.setTextCursor(self._cursor_at(line, column))
        self.centerCursor()
        self.setFocus()

    def place(self) -> tuple[int, int]:
        """Line and column of the cursor; both count from 1, in characters."""
        cursor = self.textCursor()
        return cursor.blockNumber() + 1, len(_before(cursor)) + 1

    def seen_lines(self) -> Iterator[tuple[int, QRect]]:
        """The lines that are on the screen: number from 1, and place beside the viewport."""
        block = self.firstVisibleBlock()
        while block.isValid():
            area = self._area_of(block)
            if area.top() > self.viewport().height():
                return
            yield block.blockNumber() + 1, area.toRect()
            block = block.next()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Write; Tab indents, Enter keeps the indentation, Ctrl+Space offers names."""
        if self.popup.takes(event):
            event.ignore()  # the completer takes it
            return
        asked = event.key() == Qt.Key.Key_Space and bool(
            event.modifiers() & Qt.KeyboardModifier.ControlModifier
        )
        if not asked and not self._indented(event):
            super().keyPressEvent(event)
        if not self.isReadOnly():
            self.popup.after_key(asked=asked, wrote=bool(event.text().strip()))

    def event(self, event: QEvent) -> bool:
        """Say in a tool tip what is wrong where the pointer is."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.viewport().mapFrom(self, event.pos())
            faults = self.faults_of(self.cursorForPosition(place).blockNumber() + 1)
            QToolTip.showText(event.globalPos(), tooltip("\n".join(f.reason for f in faults)), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, then what is wrong behind its line."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        font = QFont(self.font())
        font.setItalic(True)
        painter.setFont(font)
        for number, _ in self.seen_lines():
            if faults := self.faults_of(number):
                self._write_behind(painter, number, faults)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the gutter as high as the text."""
        super().resizeEvent(event)
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:
        """Take another text size over."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES and self.font().pixelSize() != text_px(Size.SMALL):
            self._set_font()

    def _set_font(self) -> None:
        font = fixed_font()
        font.setPixelSize(text_px(Size.SMALL))
        self.setFont(font)
        self.document().setDefaultFont(font)
        self._make_room()

    def _make_room(self) -> None:
        width = self.gutter.sizeHint().width()
        self.setViewportMargins(width, 0, 0, 0)
        inside = self.contentsRect()
        self.gutter.setGeometry(inside.left(), inside.top(), width, inside.height())

    def _indented(self, event: QKeyEvent) -> bool:
        """Whether a key only moved text to the right."""
        if self.isReadOnly():
            return False
        cursor = self.textCursor()
        if event.key() == Qt.Key.Key_Tab:
            cursor.insertText(INDENT)
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            before = _before(cursor)
            indent = before[: len(before) - len(before.lstrip())]
            cursor.insertText(f"\n{indent}{INDENT if _OPENS.search(before) else ''}")
            self.setTextCursor(cursor)
            return True
        return False

    def _area_of(self, block: QTextBlock) -> QRectF:
        return self.blockBoundingGeometry(block).translated(self.contentOffset())

    def _write_behind(self, painter: QPainter, number: int, faults: tuple[Fault, ...]) -> None:
        block = self.document().findBlockByNumber(number - 1)
        last = block.layout().lineAt(block.layout().lineCount() - 1)
        row = last.naturalTextRect().translated(self._area_of(block).topLeft())
        room = self.viewport().width() - row.right() - 10 * GRID
        shown = painter.fontMetrics().elidedText(
            faults[0].reason, Qt.TextElideMode.ElideRight, int(room)
        )
        painter.setPen(colour("failed" if any(f.fatal for f in faults) else "waiting"))
        painter.drawText(QPointF(row.right() + 6 * GRID, row.top() + last.ascent()), shown)

    def _cursor_at(self, line: int, column: int) -> QTextCursor:
        block = self.document().findBlockByNumber(line - 1)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + units(block.text()[: max(0, column - 1)]))
        return cursor

    def _underline(self, fault: Fault) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = self._cursor_at(fault.line, fault.column)
        token = _TOKEN.match(mark.cursor.block().text(), len(_before(mark.cursor)))
        if token:
            end = mark.cursor.position() + units(token[0])
            mark.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        else:
            step = QTextCursor.MoveOperation.Right
            mark.cursor.movePosition(step, QTextCursor.MoveMode.KeepAnchor)
        tint = QColor(colour("failed" if fault.fatal else "waiting"))
        mark.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        mark.format.setUnderlineColor(tint)
        tint.setAlpha(48)
        mark.format.setBackground(tint)
        return mark


def _before(cursor: QTextCursor) -> str:
    """What stands in the cursor's line before it."""
    text = cursor.block().text()
    return text[: index_at(text, cursor.positionInBlock())]


def fixed_font() -> QFont:
    """A font whose letters are equally wide, with the program's own behind it for Chinese."""
    installed = set(QFontDatabase.families())
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    chosen = [family for family in (*FIXED, system) if family in installed]
    font = QFont(QApplication.font())
    font.setFamilies([*chosen, *font.families()])
    return font
