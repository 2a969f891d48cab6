"""The node type; no toolkit, so that an engine may load it as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from companion.cards.binding import Context, fill_plain
from companion.cards.nodes.node import BoundType, Node
from companion.cards.view import BoundOther


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundStripe(BoundOther):
    """A stripe in a colour, with words."""

    words: str
    tint: str


class StripeNode(Node[BoundStripe], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A stripe across the card."""

    binds: ClassVar[BoundType | None] = BoundStripe

    words: str
    tint: str = "#ff00aa"

    def bind(self, context: Context) -> BoundStripe | None:
        """Fill the words."""
        return BoundStripe(words=fill_plain(self.words, context), tint=self.tint)

    @classmethod
    def plain(cls, bound: BoundStripe) -> tuple[str, ...]:
        """The words."""
        return (bound.words,)


def nodes(register: Callable[[str, type[StripeNode]], None]) -> None:
    """Called by the companion."""
    register("example:stripe", StripeNode)
