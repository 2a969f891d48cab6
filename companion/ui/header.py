"""The bar at the top: name, world, player, settings."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from companion.language.translations import Translations
from companion.protocol.responses import State
from companion.ui.chip import Chip
from companion.ui.icons import icon
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size, colour
from companion.ui.words import Style, Words

HEIGHT_PX = 52


class Header(QFrame):
    """Whose world this is. GUI thread."""

    settings_wanted = Signal()

    def __init__(self, translations: Translations) -> None:
        super().__init__()
        of_kind(self, "bar")
        self.setObjectName("header")
        self.setFixedHeight(HEIGHT_PX)
        self._world = Chip("world")
        self._player = Chip("player")
        row = QHBoxLayout(self)
        row.setContentsMargins(4 * GRID, 0, 3 * GRID, 0)
        row.setSpacing(2 * GRID)
        row.addWidget(Words(translations.text("ui.name"), Style(Size.HEADING, bold=True)))
        row.addSpacing(GRID)
        row.addWidget(self._world)
        row.addWidget(self._player)
        row.addStretch(1)
        row.addWidget(self._settings_button(translations.text("ui.settings.title")))
        self.show_engine(None)

    def show_engine(self, engine: State | None) -> None:
        """Show the world and the player of an engine; nothing while there is none."""
        self._world.say(engine.world if engine else "")
        self._player.say(engine.player if engine else "")

    def _settings_button(self, name: str) -> QPushButton:
        button = QPushButton()
        of_kind(button, "icon")
        button.setObjectName("settings")
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setIcon(icon("settings", colour("muted")))
        button.setIconSize(QSize(20, 20))
        button.clicked.connect(self.settings_wanted)
        return button
