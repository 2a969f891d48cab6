"""Bound items, marks and offers: what `items`, `icons`, `offer_cell_content` become."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.bound.base import Bound
from companion.cards.bound.press import BoundChoice
from companion.cards.bound.text import BoundImage, Line
from companion.protocol.cards.item import ItemPreview


@dataclass(frozen=True, slots=True)
class BoundItemGroup:
    """One titled group of tiles.

    Attributes:
        notes: One translated note an item, possibly empty.
        more: How many items of the group are not shown.
    """

    title: str
    items: tuple[ItemPreview, ...]
    notes: tuple[str, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class BoundItems(Bound):
    """Node `items`: groups of item tiles with name, amount and what is there already.

    A tile with a registry id asks for the item's sources: `cards.item_text.item_action`.
    """

    groups: tuple[BoundItemGroup, ...]


@dataclass(frozen=True, slots=True)
class BoundIcon:
    """A goal or reward that is no item.

    Attributes:
        kind: Type id such as `ftbquests:xp`; its mark goes by it, a general one if unknown.
        amount: Text such as "50", "3-5" or "2 of 4"; empty for none.
        hints: Lines of the tooltip.
        fraction: 0 to 1, or -1 where nothing can be counted.
        choice: What opens when it is pressed; None for most.
    """

    kind: str
    text: Line
    amount: str = ""
    hints: tuple[str, ...] = ()
    done: bool = False
    fraction: float = -1.0
    choice: BoundChoice | None = None


@dataclass(frozen=True, slots=True)
class BoundIcons(Bound):
    """Node `icons`: marks with words, under a title."""

    title: str
    icons: tuple[BoundIcon, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class BoundOffer(Bound):
    """Node `offer_cell_content`: icon and name centred, below it up to three short lines.

    Attributes:
        icon: An item, or a `BoundImage` where the offer is no item.
        lines: Such as the two rarest prizes of a pool.
        price: Words of the price; empty for none, or beside `price_item`.
        price_item: The one item it costs, drawn as an item (SHOP-017).
        tone: `plain`, `good`, `warning` or `muted`; beside it always words in `state`.
        state: Such as "Claimed" or "Too expensive"; empty for none.
    """

    icon: ItemPreview | BoundImage
    title: Line
    lines: tuple[str, ...] = ()
    price: str = ""
    price_item: ItemPreview | None = None
    state: str = ""
    tone: str = "plain"
