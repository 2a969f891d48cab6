"""Node `buttons`: places the card's own buttons; it cannot make one (CARD-007)."""

from __future__ import annotations

from companion.cards.binding import Context
from companion.cards.nodes.node import Node, bind_button
from companion.cards.view import BoundButton, BoundButtons
from companion.protocol.cards.builder import Placement


class ButtonsNode(Node[BoundButtons], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of buttons.

    Attributes:
        only: Ids of the buttons to place; all of the body when empty. Ids that the card does not
            have at the moment are passed over.
    """

    binds = BoundButtons

    only: tuple[str, ...] = ()

    def button_ids(self) -> tuple[str, ...]:
        """Those of `only`."""
        return self.only

    def bind(self, context: Context) -> BoundButtons | None:
        """Bind the buttons of the card's body."""
        body = [button for button in context.buttons if button.placement is Placement.BODY]
        counted = len(body) > 1 and not context.choices
        placed = tuple(
            bind_button(button, context, number if counted else 0)
            for number, button in enumerate(body, 1)
            if not self.only or button.id in self.only
        )
        return BoundButtons(placed) if placed else None

    @classmethod
    def plain(cls, bound: BoundButtons) -> tuple[str, ...]:
        """All labels on one line."""
        return (" ".join(f"[{button_words(button)}]" for button in bound.buttons),)

    @classmethod
    def spoken(cls, bound: BoundButtons) -> tuple[str, ...]:
        """Nothing: buttons are seen."""
        del bound
        return ()


def button_words(button: BoundButton) -> str:
    """A button as text: its number where it has one, and its label."""
    return f"{button.number}. {button.label}" if button.number else button.label
