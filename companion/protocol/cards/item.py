"""An item as a card shows it."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase


class ItemPreview(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One item tile.

    Attributes:
        item: Registry id such as `minecraft:furnace`; empty for things that are no item.
        name: Display name in the player's language.
        count: Amount; 0 hides it.
        have: How many are there already, where known; -1 where it is not.
        done: Whether nothing more is needed.
        note: One short line below the name.
        others: How many alternatives would do as well ("+4").
    """

    item: str
    name: str
    count: int = 1
    have: int = -1
    done: bool = False
    note: Phrase = Phrase()
    others: int = 0


class ItemGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A titled group of items (CARD-037)."""

    title: Phrase
    items: tuple[ItemPreview, ...]
