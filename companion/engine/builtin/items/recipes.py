"""Recipes of the game as sources of an item: named, counted, and with what is unsure about them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.engine.knowledge.recipe_pieces import doubts, made_of, name_of, notes_of
from companion.engine.quest_views.scene import STANDINGS_KEPT, Standing
from companion.engine.quest_views.wording import title_of
from companion.games.recipe_link import Choice, Recipe, Recipes
from companion.language.phrase import Phrase
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_sources import ItemSlot, ItemSource

MOST_SHOWN = 16
MOST_SHOWN_CHOICES = 8


def recipe_sources(known: Recipes, item: str, names: Mapping[str, str]) -> tuple[ItemSource, ...]:
    """The first few ways to make an item, by id."""
    ways = known.by_item.get(item, ())[:MOST_SHOWN]
    return tuple(_source(way, names, notes_of(way, known)) for way in ways)


def told(known: Recipes, item: str, names: Mapping[str, str], language: str) -> tuple[Phrase, ...]:
    """The first way in words."""
    if not (ways := known.by_item.get(item, ())):
        return ()
    return (made_of(ways[0], names, language), *doubts(known, item))


@lru_cache(maxsize=STANDINGS_KEPT)
def names_in(standing: Standing) -> Mapping[str, str]:
    """Names of items as the book's readers see them; put together once for a standing."""
    found: dict[str, str] = {}
    for quest in standing.book.quests.values():
        goods = (*(task.goods for task in quest.tasks), *(gift.goods for gift in quest.rewards))
        for one in goods:
            if one.item and one.name and one.item not in found:
                found[one.item] = title_of(one.name)
    return found


def _source(way: Recipe, names: Mapping[str, str], notes: tuple[Phrase, ...]) -> ItemSource:
    return ItemSource(
        "recipe",
        way.id,
        way.type,
        outputs=(ItemSlot((_tile(way.item, names),), way.count),),
        inputs=_slots(way, names),
        notes=notes,
        width=way.width,
    )


def _slots(way: Recipe, names: Mapping[str, str]) -> tuple[ItemSlot, ...]:
    def slot(choice: Choice) -> ItemSlot:
        return ItemSlot(tuple(_tile(one, names) for one in choice[:MOST_SHOWN_CHOICES]))

    return tuple(map(slot, way.taken))


def _tile(item: str, names: Mapping[str, str]) -> ItemPreview:
    """A tag is no item: it keeps its name and has no picture."""
    return ItemPreview("" if item.startswith("#") else item, name_of(item, names))
