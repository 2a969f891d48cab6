"""The chat log: entries that scroll, rebuilt only where something changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from uuid import UUID

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.orders import Pin
from companion.client.state import ClientState, Entry, LiveCard
from companion.ui.card_drawing import card_in_window, shown_in_place
from companion.ui.chat_entry import EntryWidget
from companion.ui.icons import icon
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, colour

NEAR_END_PX = 48
"""Scrolled this near to the end counts as being at the end."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    entry: Entry
    card: LiveCard | None
    widget: EntryWidget


class ChatLog(QScrollArea):
    """All entries, oldest on top; stays at the newest unless the player scrolled up. GUI thread."""

    def __init__(self, library: CardLibrary, commands: ClientCommands) -> None:
        super().__init__()
        self._library = library
        self._commands = commands
        self._drawn: dict[int, _Drawn] = {}
        self.follows = True
        self.setObjectName("log")
        self.setAccessibleName(library.translations.text("ui.log"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        page.setProperty("kind", "page")
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(5 * GRID, 4 * GRID, 5 * GRID, 4 * GRID)
        self._column.setSpacing(3 * GRID)
        self._column.addStretch(1)
        self.setWidget(page)
        self._newest = self._make_newest()
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.actionTriggered.connect(self._scrolled_by_player)

    def show_state(self, state: ClientState) -> None:
        """Draw what changed."""
        kept = {entry.id for entry in state.entries}
        for gone in [number for number in self._drawn if number not in kept]:
            self._remove(gone)
        for place, entry in enumerate(state.entries):
            card = state.card(entry.card) if entry.card else None
            self._draw(place, entry, card)

    def to_newest(self) -> None:
        """Scroll to the newest entry and stay there."""
        self._follow(follows=True)
        self._go()

    def _draw(self, place: int, entry: Entry, card: LiveCard | None) -> None:
        before = self._drawn.get(entry.id)
        if before and _same(before.entry, entry):
            if _same(before.card, card):
                return
            if card is not None and self._shown_in_place(before.widget, card):
                self._drawn[entry.id] = replace(before, card=card)
                return
        drawing = card_in_window(card, self._library, self._commands) if card else None
        widget = EntryWidget(entry, self._library.translations, drawing)
        if drawing is not None and entry.card is not None:
            widget.offer_pin(self._pinning(entry.card.id))
        if before:
            self._remove(entry.id)
        self._drawn[entry.id] = _Drawn(entry, card, widget)
        self._column.insertWidget(place, widget)

    def _pinning(self, card: UUID) -> Callable[[], None]:
        return lambda: self._commands.order(Pin(card))

    def _shown_in_place(self, widget: EntryWidget, card: LiveCard) -> bool:
        drawn = widget.card
        return drawn is not None and shown_in_place(drawn, card, self._library, self._commands)

    def _remove(self, number: int) -> None:
        widget = self._drawn.pop(number).widget
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def _range_changed(self) -> None:
        self._keep_up()
        QTimer.singleShot(0, self, self._keep_up)  # entries get their final place after this

    def _keep_up(self) -> None:
        if self.follows:
            self._go()

    def _go(self) -> None:
        bar = self.verticalScrollBar()
        bar.setValue(min(bar.maximum(), self._top_of_newest()))

    def _top_of_newest(self) -> int:
        """Where the newest entry starts, if it is taller than the view; else the end."""
        newest = self._drawn.get(max(self._drawn, default=-1))
        bar = self.verticalScrollBar()
        if newest is None or newest.widget.height() <= self.viewport().height():
            return bar.maximum()
        return max(0, newest.widget.y() - 2 * GRID)

    def _scrolled_by_player(self) -> None:
        bar = self.verticalScrollBar()
        end = min(bar.maximum(), self._top_of_newest())
        self._follow(follows=bar.sliderPosition() >= end - NEAR_END_PX)

    def _follow(self, *, follows: bool) -> None:
        self.follows = follows
        self._newest.setVisible(not follows)

    def _make_newest(self) -> QPushButton:
        button = QPushButton(self._library.translations.text("ui.newest"), self)
        of_kind(button, "floating")
        button.setObjectName("log:newest")
        button.setIcon(icon("down", colour("ink"), 16))
        button.clicked.connect(self.to_newest)
        button.hide()
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the way to the newest at the foot."""
        super().resizeEvent(event)
        size = self._newest.sizeHint()
        left, top = (self.width() - size.width()) // 2, self.height() - size.height() - 3 * GRID
        self._newest.setGeometry(left, top, size.width(), size.height())


def _same(first: object, second: object) -> bool:
    return first is second or first == second
