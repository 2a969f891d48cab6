"""What every node of a template has, and what a node type must offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from companion.cards.binding import Context, broken, check_text
from companion.cards.view import BoundButton, BoundChoice
from companion.language.legacy_codes import plain
from companion.protocol.cards.builder import CardButton, CardChoice, ServerAction

B = TypeVar("B")

STYLES = frozenset({"body", "muted", "hint", "warning", "quote", "strong", "italic"})
"""What `style` may hold: a role of the type scale, and how the letters look."""


class Node(msgspec.Struct, Generic[B], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One node of a template; a subclass adds its fields and says what becomes of them.

    Attributes:
        type: Id of the node type; a bare name means `system:`.
        style: One of `STYLES`, or a list of them.
        needs: Name of a value; where it is empty the node is left out.
    """

    type: str
    style: str | tuple[str, ...] = ()
    needs: str = ""

    @property
    def styles(self) -> tuple[str, ...]:
        """`style` as a list, whichever way it was written."""
        return (self.style,) if isinstance(self.style, str) else self.style

    def check(self) -> None:
        """Refuse what the field types cannot.

        Raises:
            CardError: A style or a filter is unknown.
        """
        if unknown := set(self.styles) - STYLES:
            raise broken(f"unknown style {', '.join(sorted(unknown))}")
        for name in self.__struct_fields__:
            if isinstance(value := getattr(self, name), str):
                check_text(value)

    def bind(self, context: Context) -> B | None:
        """Fill the node; None when there is nothing to show.

        Raises:
            CardError: The card has not what the template asks for.
        """
        raise NotImplementedError

    def plain(self, bound: B) -> tuple[str, ...]:
        """The bound node as lines of text."""
        raise NotImplementedError

    def spoken(self, bound: B) -> tuple[str, ...]:
        """The bound node for a voice, when the card itself says nothing."""
        return self.plain(bound)


def bind_button(button: CardButton, context: Context) -> BoundButton:
    """Put a button into the player's language; while the card waits, server actions rest."""
    return BoundButton(
        button.id,
        plain(context.translations.render(button.label)),
        button.action,
        button.primary,
        enabled=not (context.waiting and isinstance(button.action, ServerAction)),
        label_key=button.label.key,
    )


def bind_choices(visible: Sequence[CardChoice], context: Context) -> tuple[BoundChoice, ...]:
    """Number the rows of the visible page from 1, beside the number they carry."""
    return tuple(
        BoundChoice(
            choice.number,
            position,
            plain(context.translations.render(choice.label)),
            choice.action,
            enabled=not context.waiting,
        )
        for position, choice in enumerate(visible, 1)
    )
