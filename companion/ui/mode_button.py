"""The AI mode menu beside the send box: what the player is permitted, the current one marked."""

from __future__ import annotations

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton

from companion.client.commands import ClientCommands
from companion.client.modes import ModeChoice, menu
from companion.client.orders import ChooseMode
from companion.client.state import ClientState
from companion.language.translations import Translations
from companion.protocol.requests import Mode
from companion.ui.style_sheet import of_kind


class ModeButton(QPushButton):
    """Names the current mode and opens the menu; hidden where there is no choice. GUI thread."""

    def __init__(self, commands: ClientCommands, translations: Translations) -> None:
        super().__init__()
        self._commands = commands
        self._texts = translations
        self._shown: tuple[ModeChoice, ...] = ()
        self.setObjectName("mode")
        self.setAccessibleName(translations.text("ui.mode"))
        of_kind(self, "chip")
        self._menu = QMenu(self)
        self._menu.setObjectName("mode:menu")
        self._menu.setAccessibleName(translations.text("ui.mode"))
        self._menu.setToolTipsVisible(True)
        self.clicked.connect(self._open)
        self.hide()

    @property
    def menu_of_modes(self) -> QMenu:
        """The menu."""
        return self._menu

    def show_state(self, state: ClientState) -> None:
        """Offer the modes that are permitted now."""
        choices = menu(state)
        if choices == self._shown:
            return
        self._shown = choices
        self._menu.clear()
        group = QActionGroup(self._menu)
        for choice in choices:
            group.addAction(self._action(choice))
        current = next((choice.mode for choice in choices if choice.is_current), None)
        if current is not None:
            self._name(current)
        self.setVisible(len(choices) > 1)

    def _action(self, choice: ModeChoice) -> QAction:
        key = f"client.mode.{choice.mode.value.casefold()}"
        action = self._menu.addAction(self._texts.text(key))
        action.setObjectName(f"mode:{choice.mode.value}")
        action.setToolTip(self._texts.text(f"{key}.does"))
        action.setCheckable(True)
        action.setChecked(choice.is_current)
        action.triggered.connect(lambda: self._commands.order(ChooseMode(choice.mode)))
        return action

    def _name(self, mode: Mode) -> None:
        key = f"client.mode.{mode.value.casefold()}"
        words = self._texts.text(key)
        self.setText(f"{words}  ▾")
        self.setAccessibleName(f"{self._texts.text('ui.mode')}: {words}")
        self.setAccessibleDescription(self._texts.text(f"{key}.does"))
        self.setToolTip(self._texts.text(f"{key}.does"))

    def _open(self) -> None:
        above = self.mapToGlobal(self.rect().topLeft())
        above.setY(above.y() - self._menu.sizeHint().height() - 4)
        self._menu.popup(above)
