"""The overlay's card: shown in place while it is the same card, where it was scrolled to."""

from __future__ import annotations

from uuid import UUID

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.state import MAX_CARDS, ClientState, LiveCard
from companion.ui.card_drawing import card_in_overlay, shown_in_place
from companion.ui.overlay_card import OverlayCard
from companion.ui.overlay_panel import OverlayPanel
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


class CardPanel(OverlayPanel):
    """The front card, and how many wait behind it. GUI thread.

    What becomes of a card is shown by its own widget, so that a list keeps its place and the
    pointer its row; another card gets a widget of its own and begins at its top, or where the
    player left it.
    """

    def __init__(self, library: CardLibrary, commands: ClientCommands) -> None:
        super().__init__("card_panel")
        self._library = library
        self._commands = commands
        self._card: LiveCard | None = None
        self._drawn: OverlayCard | None = None
        self._tops: dict[UUID, int] = {}
        self._more = Words(style=Style(Size.SMALL, "muted", max_lines=1))
        self._more.setObjectName("overlay:more")
        self.column.addWidget(self._more)
        self.hide()

    def show_state(self, state: ClientState) -> None:
        """Draw the front card; nothing where it did not change."""
        self._more.say(more_words(len(state.queued), self._library))
        self._more.setVisible(bool(state.queued))
        card = state.card(state.front) if state.front else None
        if card is not self._card and card != self._card:
            self._show_card(card)

    @property
    def has_card(self) -> bool:
        """Whether there is something to press."""
        return self._card is not None

    def fit(self, width: int, tallest: int) -> None:
        """Be as tall as the card, up to `tallest` pixels; `width` is the whole panel's."""
        if self._drawn is not None:
            self._drawn.fit(width - 8 * GRID, tallest)

    def _show_card(self, card: LiveCard | None) -> None:
        self._card = card
        if card is None or self._drawn is None or not self._in_place(self._drawn, card):
            self._put_away()
            self._drawn = self._put_up(card) if card is not None else None
        self.setVisible(card is not None)

    def _in_place(self, drawn: OverlayCard, card: LiveCard) -> bool:
        return shown_in_place(drawn, card, self._library, self._commands)

    def _put_up(self, card: LiveCard) -> OverlayCard:
        drawn = card_in_overlay(card, self._library, self._commands)
        self.column.insertWidget(0, drawn)
        drawn.show()  # a layout would with the next event only, and measures no hidden part
        drawn.begin_at(self._tops.get(card.ref.id, 0))
        return drawn

    def _put_away(self) -> None:
        drawn, self._drawn = self._drawn, None
        if drawn is None:
            return
        self._tops.pop(drawn.card, None)
        self._tops[drawn.card] = drawn.scrolled_to
        if len(self._tops) > MAX_CARDS:
            self._tops.pop(next(iter(self._tops)))
        self.column.removeWidget(drawn)
        drawn.hide()
        drawn.deleteLater()


def more_words(waiting: int, library: CardLibrary) -> str:
    """How many cards wait behind the one that is shown, such as `+3 more`."""
    return library.translations.text("ui.overlay.more", count=str(waiting)) if waiting else ""
