"""Node `divider`: a line across, with or without words in it."""

from __future__ import annotations

from companion.cards.binding import Context, fill_plain
from companion.cards.nodes.node import Node
from companion.cards.view import BoundDivider


class DividerNode(Node[BoundDivider], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line between two parts of a card.

    Attributes:
        label: Words in the line; empty for none.
    """

    binds = BoundDivider

    label: str = ""

    def bind(self, context: Context) -> BoundDivider | None:
        """Fill the label."""
        return BoundDivider(fill_plain(self.label, context))

    @classmethod
    def plain(cls, bound: BoundDivider) -> tuple[str, ...]:
        """The words, or an empty line."""
        return (f"— {bound.label} —",) if bound.label else ("",)

    @classmethod
    def spoken(cls, bound: BoundDivider) -> tuple[str, ...]:
        """The words alone."""
        return (bound.label,) if bound.label else ()
