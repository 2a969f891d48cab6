"""What a player did to a card's view: local, kept a card, never sent (CARD-048)."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class CardViewState:
    """The view of one card.

    Attributes:
        page: From 0; clamped when the card is built.
    """

    page: int = 0

    def on_page(self, page: int) -> CardViewState:
        """The same view on another page."""
        return replace(self, page=max(0, page))
