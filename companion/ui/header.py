"""The bar at the top: name, world, player; at its right what stands in the corner."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from companion.client.workbench import EntryView
from companion.language.translations import Translations
from companion.protocol.responses import State, View
from companion.ui.chip import Chip
from companion.ui.icon_and_word import icon_button
from companion.ui.icons import has_icon
from companion.ui.look import LOOK_CHANGES
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size, scaled
from companion.ui.words import Style, Words

HEIGHT_PX = 52
SETTINGS = "system:settings"


class Header(QFrame):
    """Whose world this is, and the way to settings and the like. GUI thread."""

    chosen = Signal(str)
    """The id of an entry of the corner."""
    view_wanted = Signal(View)

    def __init__(self, translations: Translations) -> None:
        super().__init__()
        of_kind(self, "bar")
        self.setObjectName("header")
        self.setFixedHeight(scaled(HEIGHT_PX))
        self._texts = translations
        self._view = View.FULL
        self._shown: tuple[EntryView, ...] = ()
        self._buttons: list[QPushButton] = []
        self._world = Chip("world")
        self._player = Chip("player")
        self._resize = self._view_button()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(4 * GRID, 0, 3 * GRID, 0)
        self._row.setSpacing(2 * GRID)
        self._row.addWidget(Words(translations.text("ui.name"), Style(Size.HEADING, bold=True)))
        self._row.addSpacing(GRID)
        self._row.addWidget(self._world)
        self._row.addWidget(self._player)
        self._row.addStretch(1)
        self._row.addWidget(self._resize)
        self.show_engine(None)

    def show_engine(self, engine: State | None) -> None:
        """Show the world and the player of an engine; nothing while there is none."""
        self._world.say(engine.world if engine else "")
        self._player.say(engine.player if engine else "")

    def show_corner(self, entries: Sequence[EntryView]) -> None:
        """Offer other entries; settings stand outermost."""
        ordered = tuple(sorted(entries, key=lambda entry: entry.id == SETTINGS))
        if ordered == self._shown:
            return
        self._shown = ordered
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = [self._made(entry) for entry in ordered]
        for button in self._buttons:
            self._row.addWidget(button)

    def show_view(self, view: View) -> None:
        """Offer the other view; the simple one has room for settings only."""
        self._view = view
        is_full = view is View.FULL
        name = self._texts.text("ui.view.simple" if is_full else "ui.view.full")
        self._resize.setAccessibleName(name)
        self._resize.setToolTip(name)
        self._player.setVisible(is_full and bool(self._player.text()))
        for entry, button in zip(self._shown, self._buttons, strict=True):
            button.setVisible(is_full or entry.id == SETTINGS)

    def changeEvent(self, event: QEvent) -> None:
        """Keep room for another text size."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES:
            self.setFixedHeight(scaled(HEIGHT_PX))

    def _made(self, entry: EntryView) -> QPushButton:
        name = "settings" if entry.id == SETTINGS else f"corner:{entry.id}"
        drawing = entry.icon if has_icon(entry.icon) else "unknown"
        button = icon_button(name, drawing, self._texts.render(entry.label))
        button.clicked.connect(lambda: self.chosen.emit(entry.id))
        return button

    def _view_button(self) -> QPushButton:
        button = icon_button("view", "compact", self._texts.text("ui.view.simple"))
        button.clicked.connect(self._change_view)
        return button

    def _change_view(self) -> None:
        self.view_wanted.emit(View.SIMPLE if self._view is View.FULL else View.FULL)
