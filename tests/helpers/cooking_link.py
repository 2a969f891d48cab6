"""A link that knows recipes and how their items are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.recipe_link import Recipe, Recipes
from tests.helpers.engine_link import FakeLink


def recipe(made: str, *taken: str, count: int = 1, **fields: object) -> Recipe:
    """A recipe without order; names are ids of the game itself."""
    return Recipe(
        f"minecraft:{made}",
        "minecraft:crafting_shapeless",
        f"minecraft:{made}",
        count,
        tuple((f"minecraft:{one}",) for one in taken),
        **fields,  # type: ignore[arg-type]
    )


def recipes(*known: Recipe, may_differ: bool = False) -> Recipes:
    """All of them, by what they make."""
    by_item: dict[str, tuple[Recipe, ...]] = {}
    for one in known:
        by_item[one.item] = (*by_item.get(one.item, ()), one)
    return Recipes(by_item, may_differ)


@dataclass
class CookingLink(FakeLink):
    """Serves a book, recipes and names.

    Attributes:
        names: Id to name, in whatever language is asked for.
    """

    known: Recipes = field(default_factory=Recipes)
    names: Mapping[str, str] = field(default_factory=dict)

    def recipes(self) -> Recipes:
        return self.known

    def item_names(self, locale: str) -> Mapping[str, str]:
        return self.names
