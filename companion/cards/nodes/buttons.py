"""Node `buttons`: places the card's own buttons; it cannot make one (CARD-007)."""

from __future__ import annotations

from companion.cards.binding import Context
from companion.cards.nodes.node import Node, bind_button
from companion.cards.view import BoundButtons
from companion.protocol.cards.builder import Placement


class ButtonsNode(Node[BoundButtons], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of buttons.

    Attributes:
        only: Ids of the buttons to place; all of the body when empty. Ids that the card does not
            have at the moment are passed over.
    """

    only: tuple[str, ...] = ()

    def bind(self, context: Context) -> BoundButtons | None:
        """Bind the buttons of the card's body."""
        placed = tuple(
            bind_button(button, context)
            for button in context.buttons
            if button.placement is Placement.BODY and (not self.only or button.id in self.only)
        )
        return BoundButtons(placed) if placed else None

    def plain(self, bound: BoundButtons) -> tuple[str, ...]:
        """All labels on one line."""
        return (" ".join(f"[{button.label}]" for button in bound.buttons),)

    def spoken(self, bound: BoundButtons) -> tuple[str, ...]:
        """Nothing: buttons are seen."""
        del bound
        return ()
