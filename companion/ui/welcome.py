"""What an empty log shows: how to begin, with sentences that work."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.client.commands import ClientCommands
from companion.language.translations import Translations
from companion.ui.icons import IconMark
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

SENTENCES = ("quests", "next", "help")
"""Places of the navigation whose sentences are offered."""


class Welcome(QWidget):
    """Shown until the first entry. GUI thread."""

    def __init__(self, commands: ClientCommands, translations: Translations) -> None:
        super().__init__()
        self.setObjectName("welcome")
        self._commands = commands
        self._translations = translations
        self._title = Words(style=Style(Size.TITLE, bold=True))
        column = QVBoxLayout(self)
        column.setSpacing(2 * GRID)
        column.addStretch(2)
        column.addWidget(IconMark("microphone", "accent", 40), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(GRID)
        line = Words(translations.text("ui.welcome.line"), Style(Size.BODY, "muted"))
        for words in (self._title, line):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(words)
        column.addSpacing(2 * GRID)
        column.addLayout(self._sentences())
        column.addStretch(3)

    def show_key(self, key: str) -> None:
        """Name the talk key."""
        self._title.say(self._translations.text("ui.welcome.title", talk_key=key))

    def _sentences(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        row.addStretch(1)
        for place in SENTENCES:
            button = QPushButton(self._translations.text(f"ui.nav.{place}.say"))
            of_kind(button, "chip")
            button.setObjectName(f"welcome:{place}")
            button.clicked.connect(self._say)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _say(self) -> None:
        place = self.sender().objectName().removeprefix("welcome:")
        self._commands.send(self._translations.text(f"ui.nav.{place}.say"))
