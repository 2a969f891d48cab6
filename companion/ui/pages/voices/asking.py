"""A question that unfolds where it was asked: what cannot be undone or costs money asks first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from companion.ui.flow_layout import in_a_row
from companion.ui.icon_and_word import word_button
from companion.ui.theme import GRID
from companion.ui.words import Style, Words


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer that does something.

    Attributes:
        name: Of its button.
        words: On the button.
        deed: What it does.
        kind: Of the button, as the style sheet knows it.
    """

    name: str
    words: str
    deed: Callable[[], None]
    kind: str = ""


class Asking(QWidget):
    """Folded until it is asked; the last answer, which does nothing, has the keyboard first.

    Args:
        asker: The button that asks; the keyboard goes back to it.
        answers: What can be done.
        no: Name and words of the button that does nothing; Escape does the same.
    """

    def __init__(
        self, asker: QPushButton, answers: tuple[Answer, ...], no: tuple[str, str]
    ) -> None:
        super().__init__()
        self._asker = asker
        self._words = Words(style=Style(token="waiting"))
        self._no = word_button(*no, "quiet")
        self._no.clicked.connect(self.fold)
        self._buttons = [self._button(answer) for answer in answers]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self._words)
        column.addWidget(in_a_row(*self._buttons, self._no))
        self.hide()

    @property
    def stops(self) -> tuple[QPushButton, ...]:
        """Where the Tab key stops."""
        return (*self._buttons, self._no)

    def ask(self, words: str) -> None:
        """Unfold with a question; asked once more it folds."""
        if not self.isHidden():
            self.fold()
            return
        self._words.say(words)
        for button in self.stops:
            button.setAccessibleDescription(words)
        self.show()
        self._no.setFocus()

    def fold(self) -> None:
        """Fold without doing anything."""
        if not self.isHidden():
            self.hide()
            self._asker.setFocus()

    def allow(self, *, is_free: bool) -> None:
        """Take answers, or take none while something else is under way."""
        for button in self._buttons:
            button.setEnabled(is_free)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold at Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.fold()
        else:
            super().keyPressEvent(event)

    def _button(self, answer: Answer) -> QPushButton:
        button = word_button(answer.name, answer.words, answer.kind)

        def answered() -> None:
            self.fold()
            answer.deed()

        button.clicked.connect(answered)
        return button
