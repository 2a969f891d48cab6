"""An item as a card shows it."""

from __future__ import annotations

import enum

import msgspec

from companion.language.phrase import Phrase


class Rarity(enum.StrEnum):
    """How rare the game says an item is."""

    COMMON = "COMMON"
    UNCOMMON = "UNCOMMON"
    RARE = "RARE"
    EPIC = "EPIC"


class ItemPreview(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One item tile.

    Attributes:
        item: Registry id such as `minecraft:furnace`, bare or with components in brackets; empty
            for things that are no item.
        name: Display name in the player's language.
        count: Amount; 0 hides it.
        have: How many are there already, where known; -1 where it is not.
        done: Whether nothing more is needed.
        note: One short line below the name.
        others: How many alternatives would do as well ("+4").
        amount: The amount in words where a number does not tell it, such as "3-5" (QUEST-077).
        rarity: Beside the word for it, a colour.
        stack: Most of it in one place of an inventory; 0 where nobody knows.
        alternatives: Names of some of the others, for the tooltip (CARD-061).
    """

    item: str
    name: str
    count: int = 1
    have: int = -1
    done: bool = False
    note: Phrase = Phrase()
    others: int = 0
    amount: str = ""
    rarity: Rarity = Rarity.COMMON
    stack: int = 0
    alternatives: tuple[str, ...] = ()


class ItemGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A titled group of items (CARD-037)."""

    title: Phrase
    items: tuple[ItemPreview, ...]
