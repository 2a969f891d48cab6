"""What the window, the overlay and the hotkey may ask of the client."""

from __future__ import annotations

from typing import Protocol

from companion.client.orders import Order
from companion.protocol.cards.builder import Action
from companion.protocol.cards.ref import CardRef


class ClientCommands(Protocol):
    """Orders to the client; every method returns at once and may be called from any thread."""

    def talk_down(self) -> None:
        """The talk key went down: be silent, listen."""
        ...

    def talk_up(self) -> None:
        """The talk key went up: recognise, send."""
        ...

    def cancel(self) -> None:
        """Stop what runs: listening, the request, the voice."""
        ...

    def send(self, text: str) -> None:
        """The player typed something."""
        ...

    def press(self, card: CardRef, action: Action) -> None:
        """A button or row of a card was pressed."""
        ...

    def turn_page(self, card: CardRef, page: int) -> None:
        """Show another page of a card; local."""
        ...

    def order(self, order: Order) -> None:
        """Anything else that is asked for in the interface."""
        ...
