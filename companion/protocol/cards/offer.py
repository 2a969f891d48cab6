"""What a cell of a shelf shows: shop offers, lottery pools, items that were found."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from companion.language.phrase import Phrase
from companion.protocol.cards.builder import CardChoice, ServerAction
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.rows import Rows


class Tone(enum.StrEnum):
    """How something stands; words always stand beside it."""

    PLAIN = "PLAIN"
    GOOD = "GOOD"
    WARNING = "WARNING"
    ERROR = "ERROR"
    MUTED = "MUTED"


class OfferCell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One cell.

    Attributes:
        icon: An item, or a thing without a registry id.
        title: Its name.
        action: What a press asks for; None for a cell that is only seen.
        lines: At most three short lines, such as the two rarest prizes (LOT-007).
        price: Price in words, where it is not one item.
        price_item: The one item it costs (SHOP-017).
        state: Such as "claimed" or "too expensive".
        tone: How the state is meant.
        category: Id of the category it belongs to; empty where there are none.
    """

    icon: ItemPreview
    title: Phrase
    action: ServerAction | None = None
    lines: tuple[Phrase, ...] = ()
    price: Phrase = Phrase()
    price_item: ItemPreview | None = None
    state: Phrase = Phrase()
    tone: Tone = Tone.PLAIN
    category: str = ""


class OfferCategory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the buttons above a shelf."""

    id: str
    label: Phrase


NOTHING = ServerAction("system:nothing")
"""Of a row that is only seen; it is never offered."""


def cell_rows(cells: Sequence[OfferCell]) -> Rows[OfferCell]:
    """The numbered choices of a shelf."""
    return Rows(cells, lambda place, cell: CardChoice(place, cell.title, cell.action or NOTHING))
