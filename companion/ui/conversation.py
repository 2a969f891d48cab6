"""The conversation: the log, or how to begin while there is nothing in it.

The log comes with all that draws cards, so it is imported and built when the first entry is there:
the window is seen before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.state import ClientState
from companion.client.writing import with_writing
from companion.ui.log_intake import LogIntake
from companion.ui.welcome import Welcome

if TYPE_CHECKING:
    from companion.ui.chat_log import ChatLog


class Conversation(QStackedWidget):
    """GUI thread."""

    def __init__(self, library: CardLibrary, commands: ClientCommands) -> None:
        super().__init__()
        self._library = library
        self._commands = commands
        self._log: ChatLog | None = None
        self._intake: LogIntake | None = None
        self.welcome = Welcome(commands, library.translations)
        self.addWidget(self.welcome)

    @property
    def log(self) -> ChatLog:
        """The chat log, built at its first use."""
        if self._log is None:
            from companion.ui.chat_log import ChatLog

            self._log = ChatLog(self._library, self._commands)
            self._intake = LogIntake(self._log.show_state, self)
            self.addWidget(self._log)
        return self._log

    def to_newest(self) -> None:
        """Scroll to the newest entry, if there is any."""
        if self._log is not None:
            self._log.to_newest()

    def show_state(self, state: ClientState, key: str) -> None:
        """Draw a snapshot.

        Args:
            state: The moment.
            key: Name of the talk key.
        """
        shown = with_writing(state)
        self.setCurrentWidget(self.log if shown.entries else self.welcome)
        if self._intake is not None:
            self._intake.take(shown)
        self.welcome.show_key(key)
