"""Commands of the engine, completed as they are typed (`/que` to `/quests`)."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QCompleter

from companion.protocol.responses import Command


class Completion(QCompleter):
    """Offers what the engine's state names; a new command needs nothing here. GUI thread."""

    def __init__(self) -> None:
        super().__init__()
        self._commands: tuple[Command, ...] = ()
        self._names = QStringListModel(self)
        self.setModel(self._names)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)

    def show_commands(self, commands: tuple[Command, ...]) -> None:
        """Offer these from now on."""
        if commands is not self._commands:
            self._commands = commands
            self._names.setStringList([command.name for command in commands])
