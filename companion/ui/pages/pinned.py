"""The page of pinned cards: as they were when they were pinned or last changed."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.orders import Unpin
from companion.client.state import ClientState, LiveCard
from companion.ui.card_drawing import card_in_window, shown_in_place
from companion.ui.cards.renderer import CardWidget
from companion.ui.icon_and_word import icon_button
from companion.ui.pages.page import Page, notice
from companion.ui.theme import GRID


class PinnedPage(Page):
    """Draws `ClientState.pinned`, the newest on top. GUI thread."""

    def __init__(self, library: CardLibrary, commands: ClientCommands) -> None:
        super().__init__("pinned", library.translations)
        self._library = library
        self._commands = commands
        self._shown: tuple[LiveCard, ...] = ()
        self._drawn: dict[UUID, CardWidget] = {}
        self._draw()

    def show_state(self, state: ClientState) -> None:
        """Draw what is pinned."""
        if state.pinned == self._shown:
            return
        before, self._shown = self._shown, state.pinned
        if not self._show_in_place(before):
            self._draw()

    def _show_in_place(self, before: tuple[LiveCard, ...]) -> bool:
        """Whether only views changed that the drawn cards can show: a page was turned."""
        if [card.ref.id for card in before] != [card.ref.id for card in self._shown]:
            return False
        return all(
            card == known
            or shown_in_place(self._drawn[card.ref.id], card, self._library, self._commands)
            for card, known in zip(self._shown, before, strict=True)
        )

    def _draw(self) -> None:
        self._drawn.clear()
        column = self.fresh()
        for card in reversed(self._shown):
            column.addWidget(self._pinned(card))
        if not self._shown:
            text = self.texts.text
            column.addWidget(notice("pin", text("ui.pinned.none"), text("ui.pinned.none.line")))
        column.addStretch(1)

    def _pinned(self, card: LiveCard) -> QWidget:
        widget = QWidget()
        row = QHBoxLayout(widget)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * GRID)
        drawn = self._drawn[card.ref.id] = card_in_window(card, self._library, self._commands)
        row.addWidget(drawn, 1)
        words = self.texts.text("ui.pinned.unpin")
        button = icon_button(f"unpin:{card.ref.id}", "close", words)
        button.clicked.connect(self._unpinning(card.ref.id))
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return widget

    def _unpinning(self, card: UUID) -> Callable[[], None]:
        return lambda: self._commands.order(Unpin(card))
