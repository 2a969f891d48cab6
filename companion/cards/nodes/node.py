"""What every node of a template has, and what a node type must offer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from companion.cards.binding import Context, broken, check_text, label_of
from companion.cards.nearest import nearest
from companion.cards.reasons import reason
from companion.cards.view import BoundButton, BoundChoice, BoundNode
from companion.protocol.cards.builder import CardButton, CardChoice, ServerAction
from companion.protocol.cards.offer import NOTHING

B = TypeVar("B")

BoundType: TypeAlias = type[Any]
"""Outside of the class, where `type` is a field."""

STYLES = frozenset({"body", "muted", "hint", "warning", "quote", "strong", "italic"})
"""What `style` may hold: a role of the type scale, and how the letters look."""


class Node(msgspec.Struct, Generic[B], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One node of a template; a subclass adds its fields and says what becomes of them.

    A subclass tells in class variables what the readers of templates must know of its fields:
    `binds` the bound type, `parts` the fields that hold nodes, `sources` those that name a list of
    the card, `names` those that name a value, `tolerant` those whose bad value costs only itself.

    Attributes:
        type: Id of the node type; a bare name means `system:`.
        style: One of `STYLES`, or a list of them.
        needs: Name of a value; where it is empty the node is left out.
    """

    binds: ClassVar[BoundType | None] = None
    parts: ClassVar[tuple[str, ...]] = ()
    sources: ClassVar[tuple[str, ...]] = ()
    names: ClassVar[tuple[str, ...]] = ("needs",)
    tolerant: ClassVar[tuple[str, ...]] = ()

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
        check_style(self.style)
        for name in self.__struct_fields__:
            if isinstance(value := getattr(self, name), str):
                check_text(value)

    def turning(self) -> int:
        """How many nodes turn pages here, this one included."""
        return sum(child.turning() for name in self.parts for child in nodes_in(self, name))

    def entry_names(self) -> tuple[tuple[str, str], ...]:
        """Fields of a list's entries that the node asks for: its own field, and their name."""
        return ()

    def button_ids(self) -> tuple[str, ...]:
        """Buttons of the card that the node asks for."""
        return ()

    def bind(self, context: Context) -> B | None:
        """Fill the node; None when there is nothing to show.

        Raises:
            CardError: The card has not what the template asks for.
        """
        raise NotImplementedError

    def bind_all(self, context: Context) -> tuple[BoundNode, ...]:
        """Fill the node; several bound ones where it only holds others.

        Raises:
            CardError: The card has not what the template asks for.
        """
        bound: Any = self.bind(context)
        return () if bound is None else (bound,)

    @classmethod
    def plain(cls, bound: B) -> tuple[str, ...]:
        """The bound node as lines of text, without the nodes inside it."""
        raise NotImplementedError

    @classmethod
    def spoken(cls, bound: B) -> tuple[str, ...]:
        """The bound node for a voice, when the card itself says nothing."""
        return cls.plain(bound)


def check_style(style: str | tuple[str, ...]) -> None:
    """Refuse a style nobody draws.

    Raises:
        CardError: It is none of `STYLES`.
    """
    for one in (style,) if isinstance(style, str) else style:
        if one not in STYLES:
            raise broken(reason("unknown_style", name=repr(one), near=nearest(one, STYLES)))


AnyNodes = tuple[Node[Any], ...]


def nodes_in(node: Node[Any], name: str) -> AnyNodes:
    """The nodes that a field of a node holds."""
    held: Node[Any] | AnyNodes | None = getattr(node, name)
    if held is None:
        return ()
    return held if isinstance(held, tuple) else (held,)


def bind_nodes(nodes: Iterable[Node[Any]], context: Context) -> tuple[BoundNode, ...]:
    """Fill nodes from top to bottom; those without what they need are left out.

    Raises:
        CardError: The card has not what the template asks for.
    """
    return tuple(
        bound
        for node in nodes
        if not node.needs or context.has(node.needs)
        for bound in node.bind_all(context)
    )


def bind_button(button: CardButton, context: Context, number: int = 0) -> BoundButton:
    """Put a button into the player's language; while the card waits, server actions rest."""
    return BoundButton(
        button.id,
        label_of(button.label, context.translations),
        button.action,
        button.primary,
        enabled=not (context.waiting and isinstance(button.action, ServerAction)),
        label_key=button.label.key,
        number=number,
    )


def bind_choices(visible: Sequence[CardChoice], context: Context) -> tuple[BoundChoice, ...]:
    """Number the rows of the visible page from 1, beside the number they carry."""
    return tuple(
        bind_choice(choice, position, context) for position, choice in enumerate(visible, 1)
    )


def bind_choice(choice: CardChoice, position: int, context: Context) -> BoundChoice:
    """A row in the player's language; one that does nothing is only seen."""
    return BoundChoice(
        choice.number,
        position,
        label_of(choice.label, context.translations),
        choice.action,
        enabled=not context.waiting and choice.action != NOTHING,
    )
