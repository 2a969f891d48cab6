"""What every widget of one card knows about the card."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from companion.cards.view import Variant
from companion.client.commands import ClientCommands
from companion.language.translations import Translations
from companion.protocol.cards.builder import Action, ServerAction
from companion.protocol.cards.ref import CardRef


@dataclass(frozen=True, slots=True)
class CardScope:
    """The card around a node's widget.

    Attributes:
        commands: Where presses go.
        live: False for a card that is only kept to be read.
        waiting: A server action of the card is under way: others are not offered (NOTE-004).
        keyboard: False in the overlay, which never takes the focus.
    """

    ref: CardRef
    variant: Variant
    commands: ClientCommands
    translations: Translations
    live: bool = True
    waiting: bool = False
    keyboard: bool = True

    @property
    def compact(self) -> bool:
        """Whether room is short."""
        return self.variant in (Variant.COMPACT, Variant.NOTIFICATION)

    @property
    def focus_policy(self) -> Qt.FocusPolicy:
        """Of everything that can be pressed."""
        return Qt.FocusPolicy.StrongFocus if self.keyboard else Qt.FocusPolicy.NoFocus

    def offers(self, action: Action) -> bool:
        """Whether an action can be pressed now; local ones also while the card waits."""
        return self.live and not (self.waiting and isinstance(action, ServerAction))

    def press(self, action: Action) -> None:
        """A button or row was pressed."""
        self.commands.press(self.ref, action)

    def turn(self, page: int) -> None:
        """Another page is wanted."""
        self.commands.turn_page(self.ref, page)
