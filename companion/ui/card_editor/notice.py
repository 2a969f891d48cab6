"""What the editor has to say about a file, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.ui.flow_layout import FlowLayout
from companion.ui.icon_and_word import word_button
from companion.ui.icons import IconMark
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be done.

    Attributes:
        name: Of the button, for tests.
        words: What is written on it.
    """

    name: str
    words: str
    do: Callable[[], None]


class Notice(QFrame):
    """A bar above the text; Escape closes it. GUI thread."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("editor:notice")
        of_kind(self, "inset")
        self.words = Words("", Style(Size.SMALL))
        self._deeds = QWidget()
        self._flow = FlowLayout(self._deeds, 2 * GRID)
        row = QHBoxLayout(self)
        row.setSpacing(3 * GRID)
        row.addWidget(IconMark("warning", "waiting", 20), 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(2 * GRID)
        column.addWidget(self.words)
        column.addWidget(self._deeds)
        row.addLayout(column, 1)
        self.hide()

    @property
    def buttons(self) -> list[QPushButton]:
        """What can be done now, in order."""
        return self._deeds.findChildren(QPushButton)

    def say(self, words: str, *deeds: Deed, take_focus: bool = False) -> None:
        """Show words and what can be done; each deed closes the bar first."""
        self.clear()
        self.words.say(words)
        self.setAccessibleName(words)
        for deed in deeds:
            self._flow.addWidget(self._button(deed))
        self._deeds.setVisible(bool(deeds))
        self.show()
        if take_focus and deeds:
            self.buttons[0].setFocus()

    def clear(self) -> None:
        """Nothing is to be said any more."""
        for button in self.buttons:
            button.setParent(None)
            button.deleteLater()
        self.words.say("")
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close at Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
        else:
            super().keyPressEvent(event)

    def _button(self, deed: Deed) -> QPushButton:
        button = word_button(f"notice:{deed.name}", deed.words)

        def press() -> None:
            self.clear()
            deed.do()

        button.clicked.connect(press)
        return button
