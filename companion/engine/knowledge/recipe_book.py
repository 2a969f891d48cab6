"""The recipes of a game by the names that players have for what they make.

Recipes are the game's own data, so whoever plays may know them; only what a pack keeps from a
player stays out: items that no quest names but those they may not see yet.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from companion.engine.knowledge.amounts import UNSAID, forms_of
from companion.engine.knowledge.question import asked_about, without_making
from companion.engine.knowledge.terms import form_of
from companion.engine.quest_views.goods import (
    SURE,
    FoundGoods,
    GoodsEntry,
    goods_among,
    visible_goods,
)
from companion.engine.quest_views.scene import STANDINGS_KEPT, Standing
from companion.games.quest_book import Goods, Quest
from companion.games.recipe_link import Recipe, Recipes
from companion.language.pinyin import is_chinese

MOST_WORDS = 24
MOST_NAME = 8
"""Words, or Chinese characters, of a name within a question."""


class RecipeBook:
    """Immutable once made; any thread. Takes 0.1 s for ten thousand items.

    Attributes:
        recipes: All of them.
        names: Ids and tags to how they are called.
    """

    def __init__(self, recipes: Recipes, names: Mapping[str, str]) -> None:
        """File the items under their names."""
        self.recipes, self.names = recipes, names
        self._entries = {
            item: GoodsEntry.of(Goods(item, names.get(item) or spelt(item)))
            for item in recipes.by_item
        }
        self._by_name: dict[tuple[str, ...], str] = {}
        for item, entry in self._entries.items():
            self._by_name.setdefault(forms_of(entry.goods.name), item)

    def ways(self, item: str) -> tuple[Recipe, ...]:
        """How an item is made, by id."""
        return self.recipes.by_item.get(item, ())

    def find(self, text: str) -> tuple[FoundGoods, ...]:
        """Items that a name may mean, best first; one alone where it is sure."""
        exact = self._exact(forms_of(text))
        if exact is not None:
            return (FoundGoods(self._entries[exact].goods, (), (), 1.0),)
        return goods_among(self._entries, text)

    def sure(self, text: str) -> str:
        """The item that a name surely means; empty where none does."""
        found = self.find(text)
        return found[0].goods.item if found and found[0].score >= SURE else ""

    def named_in(self, question: str) -> tuple[str, ...]:
        """Items that a question is about: all of it, else whole names within it, in their order."""
        parts = _about(question)
        alone = self._exact(tuple(filter(None, parts)))
        return (alone,) if alone is not None else tuple(dict.fromkeys(self._within(parts)))

    def _within(self, parts: Sequence[str]) -> Iterator[str]:
        """Names, the longest at each place; one Chinese character is no name.

        A name that stands alone between what was left out may lack its end, as `bronze` does.
        """
        at = 0
        while at < len(parts):
            alone = tuple(itertools.takewhile(bool, parts[at:]))
            spans = [alone[:length] for length in range(min(MOST_NAME, len(alone)), 0, -1)]
            name = next((span for span in spans if span in self._by_name), ())
            item = self._by_name.get(name)
            if item is None and alone and (at == 0 or not parts[at - 1]):
                name, item = alone, self._exact(alone)
            if item is not None and not (len(name) == 1 and is_chinese(name[0])):
                yield item
            at += len(name) if item is not None else 1

    def _exact(self, name: tuple[str, ...]) -> str | None:
        for candidate in (name, *((*name, word) for word in UNSAID)):
            if (item := self._by_name.get(candidate)) is not None:
                return item
        return None


def may_be_told(standing: Standing, item: str) -> bool:
    """Whether a player may hear of an item: no quest names it, or one they may read (bug 22)."""
    return item in visible_goods(standing) or item not in _named(standing)


def spelt(name: str) -> str:
    """An id or a tag as words, where nobody has a name for it."""
    said = name.partition(":")[2].rpartition("/")[2].replace("_", " ") or name
    return said if name.startswith("#") else said.title()


@lru_cache(maxsize=STANDINGS_KEPT)
def _named(standing: Standing) -> frozenset[str]:
    return frozenset(
        one for quest in standing.book.quests.values() for one in _items_of(quest) if one
    )


def _items_of(quest: Quest) -> Iterator[str]:
    yield from (task.goods.item for task in quest.tasks)
    yield from (reward.goods.item for reward in quest.rewards)


def _about(question: str) -> list[str]:
    """Forms of what a question is about, empty where something was left out."""
    parts = asked_about(without_making(question))[:MOST_WORDS]
    return [form_of(part) if part.isalnum() else "" for part in parts]
