"""The conversation: the log, or how to begin while there is nothing in it."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.state import ClientState
from companion.ui.chat_log import ChatLog
from companion.ui.welcome import Welcome


class Conversation(QStackedWidget):
    """GUI thread."""

    def __init__(self, library: CardLibrary, commands: ClientCommands) -> None:
        super().__init__()
        self.log = ChatLog(library, commands)
        self.welcome = Welcome(commands, library.translations)
        self.addWidget(self.log)
        self.addWidget(self.welcome)

    def show_state(self, state: ClientState, key: str) -> None:
        """Draw a snapshot.

        Args:
            state: The moment.
            key: Name of the talk key.
        """
        self.log.show_state(state)
        self.setCurrentWidget(self.log if state.entries or state.partial else self.welcome)
        self.welcome.show_key(key)
