"""Node `heading`: the card's title, a count and a line of hint."""

from __future__ import annotations

from typing import ClassVar

from companion.cards.binding import Context, broken, fill, fill_plain, lines_of, words
from companion.cards.nodes.node import Node
from companion.cards.reasons import reason
from companion.cards.view import BoundHeading
from companion.protocol.cards.item import ItemPreview


class HeadingNode(Node[BoundHeading], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The title.

    Attributes:
        text, badge, hint: Texts with places; an empty hint is not drawn, and no badge that is
            empty or counts nothing.
        icon: Name of a list of items whose first one stands in front.
    """

    binds = BoundHeading
    sources: ClassVar[tuple[str, ...]] = ("icon",)

    text: str
    badge: str = ""
    hint: str = ""
    icon: str = ""

    def bind(self, context: Context) -> BoundHeading | None:
        """Fill the three texts."""
        badge = fill_plain(self.badge, context)
        return BoundHeading(
            tuple(span for line in lines_of(fill(self.text, context)) for span in line),
            "" if badge == "0" else badge,
            fill_plain(self.hint, context),
            self._icon(context) if self.icon else None,
        )

    @classmethod
    def plain(cls, bound: BoundHeading) -> tuple[str, ...]:
        """The title with its count, and the hint."""
        title = words(bound.line) + (f" ({bound.badge})" if bound.badge else "")
        return tuple(line for line in (title, bound.hint) if line)

    @classmethod
    def spoken(cls, bound: BoundHeading) -> tuple[str, ...]:
        """The title alone."""
        return (words(bound.line),)

    def _icon(self, context: Context) -> ItemPreview | None:
        items = context.list_of(self.icon)
        if items and not isinstance(items[0], ItemPreview):
            raise broken(reason("no_items", source=repr(self.icon)))
        return items[0] if items else None  # type: ignore[return-value]
