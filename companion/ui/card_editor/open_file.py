"""A template that is open: its text with its own undo, and what is known of the file."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from companion.cards.authoring.edited import Edited, Outside, opened
from companion.cards.authoring.shelf import ShelfFile
from companion.cards.template import Fault
from companion.support.atomic import write_atomically
from companion.ui.card_editor.highlighter import JsonHighlighter


class OpenFile:
    """One template of a shelf. GUI thread; reading and writing block for a small file.

    Attributes:
        faults: As they were found last.
        warned: The outside change that the author was told of.

    Raises:
        OSError: The file cannot be read.
        UnicodeDecodeError: It is not UTF-8.
    """

    def __init__(self, file: ShelfFile, parent: QObject) -> None:
        self.file = file
        self.faults: tuple[Fault, ...] = ()
        self.edited: Edited = opened(file.read())
        self.document = QTextDocument(parent)
        self.document.setDocumentLayout(QPlainTextDocumentLayout(self.document))
        self.document.setPlainText(self.edited.text)
        self.highlighter = JsonHighlighter(self.document)
        self._stamp = _stamp(file.path)

    @property
    def text(self) -> str:
        """As it is in the editor."""
        return self.document.toPlainText()

    @property
    def is_changed(self) -> bool:
        """Whether there is something to save."""
        return self.edited.is_changed(self.text)

    @property
    def is_faulty(self) -> bool:
        """Whether players would see the fallback in its place."""
        return any(fault.fatal for fault in self.faults)

    @property
    def is_read_only(self) -> bool:
        """Whether it lies in an archive, or where the author may not write."""
        path = self.file.path
        return path is None or (path.exists() and not os.access(path, os.W_OK))

    def write(self) -> None:
        """Save the text over whatever is there; it is on disk on return.

        Raises:
            OSError: It cannot be written; the old file is whole.
        """
        if self.file.path is None:
            raise OSError("in an archive")
        data = self.edited.to_save(self.text)
        write_atomically(self.file.path, data)
        self.edited = self.edited.accepting(data)
        self._stamp = _stamp(self.file.path)

    def outside(self, *, surely: bool = False) -> Outside:
        """What somebody else did to the file.

        Args:
            surely: Read it also when its time and size are as they were.
        """
        stamp = _stamp(self.file.path)
        if stamp == self._stamp and not surely:
            return Outside.NOTHING
        found = self.edited.outside(self._now())
        if found is Outside.NOTHING:
            self._stamp = stamp
        return found

    def keep_mine(self) -> None:
        """Go on with the author's text: the next save goes over what is there now."""
        self._stamp = _stamp(self.file.path)
        self.edited = self.edited.accepting(self._now())

    def reload(self) -> None:
        """Take what is on the disk; undo brings the author's text back.

        Raises:
            OSError: It cannot be read.
            UnicodeDecodeError: It is not UTF-8.
        """
        self._stamp = _stamp(self.file.path)
        self.edited = opened(self.file.read())
        self.put(self.edited.text)

    def put(self, text: str) -> None:
        """Replace the text in one step that can be undone."""
        cursor = QTextCursor(self.document)
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        cursor.endEditBlock()

    def _now(self) -> bytes | None:
        try:
            return self.file.read()
        except OSError:
            return None


def _stamp(path: Path | None) -> tuple[int, int] | None:
    """Time of the last change and size; None for what is not there."""
    if path is None:
        return None
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
