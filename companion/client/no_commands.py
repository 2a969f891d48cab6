"""A client that does nothing: cards that are only looked at."""

from __future__ import annotations

from companion.client.orders import Order
from companion.protocol.cards.builder import Action
from companion.protocol.cards.ref import CardRef


class NoCommands:
    """Implements `ClientCommands`."""

    def talk_down(self) -> None:
        """Nothing."""

    def talk_up(self) -> None:
        """Nothing."""

    def cancel(self) -> None:
        """Nothing."""

    def send(self, text: str) -> None:
        """Nothing."""

    def press(self, card: CardRef, action: Action) -> None:
        """Nothing."""

    def turn_page(self, card: CardRef, page: int) -> None:
        """Nothing."""

    def order(self, order: Order) -> None:
        """Nothing."""
