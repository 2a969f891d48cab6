"""A link that knows recipes: it is asked on worker threads, and answers from what it kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import msgspec

Choice = tuple[str, ...]
"""What would do at one place: ids, and tags as `#namespace:path`; none of them is empty."""


class Recipe(msgspec.Struct, frozen=True, array_like=True):
    """A way to make something.

    Attributes:
        id: `namespace:path`.
        type: Such as `minecraft:crafting_shaped`; what the machine of a mod's own kind needs
            besides is not among what it takes.
        item: What it gives.
        count: How many.
        taken: What it takes, row by row where it is shaped.
        width: Columns; 0 where order does not matter.
        conditional: Whether it is there only under conditions that are not known here.
    """

    id: str
    type: str
    item: str
    count: int
    taken: tuple[Choice, ...]
    width: int = 0
    conditional: bool = False


class Recipes(msgspec.Struct, frozen=True):
    """Every recipe that is known.

    Attributes:
        by_item: Item id to the ways to make it, by id.
        may_differ: Whether scripts of the pack may have changed recipes.
        scripted: Items with a recipe that such a script names; what it does with them is unread.
    """

    by_item: Mapping[str, tuple[Recipe, ...]] = {}
    may_differ: bool = False
    scripted: frozenset[str] = frozenset()


NO_RECIPES = Recipes()
_NO_NAMES: Mapping[str, str] = {}


@runtime_checkable
class RecipeLink(Protocol):
    """A link that knows recipes."""

    def recipes(self) -> Recipes:
        """All of them, kept until a file changes. May block: call it in an executor."""
        ...


@runtime_checkable
class NamingLink(Protocol):
    """A link that knows how the game calls what recipes make and take."""

    def item_names(self, locale: str) -> Mapping[str, str]:
        """Ids and tags of all recipes to their names; what has none is left out.

        The same object until a file changes. May block: call it in an executor.
        """
        ...


def item_names_of(link: object, locale: str) -> Mapping[str, str]:
    """The names that a link knows; none where it knows none. Blocks as the link does."""
    return link.item_names(locale) if isinstance(link, NamingLink) else _NO_NAMES


def recipes_of(link: object) -> Recipes:
    """What a link knows of recipes; nothing where it knows none. Blocks as the link does."""
    return link.recipes() if isinstance(link, RecipeLink) else NO_RECIPES
