"""Where an item comes from, and where it is asked for and given."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import CardBuilder, SpeechContent
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_list import QuestBrief, quest_rows

ITEM_SOURCES = "system:item_sources"
"""The action that shows an item's sources; its argument `item` is a name or a registry id."""


class ItemSlot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place of a recipe: alternatives and one amount (ITEM-018).

    Attributes:
        items: What would do; the first one is drawn. None of them is an empty place.
        count: How many it takes or gives.
    """

    items: tuple[ItemPreview, ...]
    count: int = 1


class ItemSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One source of an item; the type shared by tool result and card (ITEM-042).

    Attributes:
        kind: `recipe`, `loot` or `tag`; an extension may have its own (ITEM-029).
        id: Of the recipe, loot table or tag.
        type: Recipe type such as `minecraft:crafting_shaped`; empty for other kinds.
        outputs: What it gives.
        inputs: What it takes, row by row where it is shaped.
        station: Where it is made.
        notes: More about it.
        width: Columns of a shaped recipe, empty places kept; 0 for a list of ingredients.
    """

    kind: str
    id: str
    type: str = ""
    outputs: tuple[ItemSlot, ...] = ()
    inputs: tuple[ItemSlot, ...] = ()
    station: tuple[ItemPreview, ...] = ()
    notes: tuple[Phrase, ...] = ()
    width: int = 0


class ItemSources(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="system:item_sources",
):
    """One item, its sources, and the quests around it.

    Attributes:
        item: The item itself; `have` where the link can see the inventory.
        line: One line about it.
        quests: Quests that ask for it or give it, numbered.
        spoken: What is said about it.
        sources: Recipes, loot tables, tags, in this order and each by id (ITEM-022).
        scope: Which kinds were asked for.
        truncated: Whether there are more sources than were sent.
    """

    item: ItemPreview
    line: Phrase
    quests: tuple[QuestBrief, ...]
    spoken: tuple[Phrase, ...]
    sources: tuple[ItemSource, ...] = ()
    scope: str = "all"
    truncated: bool = False

    def build_card(self) -> CardBuilder:
        """Lay the item, its sources and its quests out."""
        return CardBuilder(
            template="system:item_sources",
            text=literal(self.item.name),
            arguments={
                "title": self.item.name,
                "line": self.line,
                "quests_title": phrase("card.item.quests"),
                "count": len(self.quests),
                "truncated": self.truncated,
            },
            lists={"items": (self.item,), "quests": self.quests, "sources": self.sources},
            choices=quest_rows(self.quests),
            speech=SpeechContent(self.spoken),
        )
