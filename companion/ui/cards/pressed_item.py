"""What a press on an item asks for, as a row's choice."""

from __future__ import annotations

from companion.cards.item_text import item_action
from companion.cards.view import BoundChoice
from companion.protocol.cards.item import ItemPreview


def item_choice(item: ItemPreview) -> BoundChoice | None:
    """Ask for the item's sources (CARD-057); None for what is no item."""
    action = item_action(item)
    return BoundChoice(0, 0, "", action) if action is not None else None
