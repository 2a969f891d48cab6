"""Node `offer_cell_content`: what stands in a cell of a shelf, icon and name centred (CARD-042)."""

from __future__ import annotations

from typing import ClassVar

from companion.cards.binding import Context, broken, label_of, styled, words
from companion.cards.item_text import amount_words, item_name, item_words
from companion.cards.nodes.node import Node
from companion.cards.reasons import reason
from companion.cards.view import BoundOffer
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.offer import OfferCell

MOST_LINES = 3


class OfferNode(Node[BoundOffer], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One offer.

    Attributes:
        source: Name of a list whose first entry is an offer or an item; inside a grid, `entry`.
        lines: How many of its short lines are shown.
    """

    binds = BoundOffer
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str = "entry"
    lines: int = MOST_LINES

    def bind(self, context: Context) -> BoundOffer | None:
        """Bind the first entry of the list."""
        entries = context.list_of(self.source)
        return self.bind_entry(entries[0], context) if entries else None

    def bind_entry(self, entry: object, context: Context) -> BoundOffer:
        """Bind an entry: shelves of many cells come here at once.

        Raises:
            CardError: It is neither an offer nor an item.
        """
        match entry:
            case OfferCell():
                return self._offer(entry, context)
            case ItemPreview():
                return BoundOffer(entry, styled(item_name(entry, context.translations)))
            case _:
                raise broken(reason("no_offer", name=type(entry).__name__))

    @classmethod
    def plain(cls, bound: BoundOffer) -> tuple[str, ...]:
        """One line."""
        return (offer_words(bound),)

    def _offer(self, cell: OfferCell, context: Context) -> BoundOffer:
        texts = context.translations
        lines = (label_of(line, texts) for line in cell.lines[: max(0, self.lines)])
        price = label_of(cell.price, texts)
        if cell.price_item is not None and not price:
            price = item_words(cell.price_item, texts)
        return BoundOffer(
            cell.icon,
            styled(texts.render(cell.title).replace("\n", " ")),
            tuple(line for line in lines if line),
            price,
            cell.price_item,
            label_of(cell.state, texts),
            cell.tone.lower(),
        )


def offer_words(bound: BoundOffer) -> str:
    """An offer as one line: name, lines, price, state."""
    amount = amount_words(bound.icon) if isinstance(bound.icon, ItemPreview) else ""
    name = f"{amount} × {words(bound.title)}" if amount else words(bound.title)
    return " · ".join(part for part in (name, *bound.lines, bound.price, bound.state) if part)
