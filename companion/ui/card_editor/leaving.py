"""The question before edits are lost."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from companion.language.translations import Translations
from companion.ui.flow_layout import FlowLayout
from companion.ui.icon_and_word import word_button
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

WIDTH_PX = 460


class Leave(StrEnum):
    """What becomes of edits."""

    STAY = "stay"
    SAVE = "save"
    DISCARD = "discard"


class LeaveDialog(QDialog):
    """Asks; closing it is `STAY`. GUI thread.

    Args:
        texts: In the author's language.
        names: Of the templates that have edits.
    """

    def __init__(self, texts: Translations, names: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("editor:leave")
        self.answer = Leave.STAY
        title = texts.text("ui.editor.leave.title")
        self.setWindowTitle(title)
        self.setMinimumWidth(WIDTH_PX)
        words = texts.text("ui.editor.leave.words", names=", ".join(names))
        self.setAccessibleDescription(words)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * GRID, 5 * GRID, 6 * GRID, 5 * GRID)
        column.setSpacing(3 * GRID)
        column.addWidget(Words(title, Style(Size.HEADING, bold=True)))
        column.addWidget(Words(words))
        row = QWidget()
        flow = FlowLayout(row, 2 * GRID)
        for leave, kind in ((Leave.SAVE, "primary"), (Leave.DISCARD, ""), (Leave.STAY, "")):
            button = word_button(f"leave:{leave}", texts.text(f"ui.editor.leave.{leave}"), kind)
            button.clicked.connect(self._answering(leave))
            flow.addWidget(button)
        column.addWidget(row)

    def _answering(self, leave: Leave) -> Callable[[], None]:
        def answer() -> None:
            self.answer = leave
            self.accept()

        return answer


def ask_before_leaving(texts: Translations, names: tuple[str, ...], parent: QWidget) -> Leave:
    """Ask what becomes of edits; returns when the author answered."""
    dialog = LeaveDialog(texts, names, parent)
    dialog.exec()
    dialog.deleteLater()
    return dialog.answer
