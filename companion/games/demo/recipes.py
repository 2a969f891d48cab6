"""What can be made in the demo world, as its file says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.games.demo.world import DemoRecipe, in_locale, load_world
from companion.games.recipe_link import Recipe, Recipes


@cache
def demo_recipes() -> Recipes:
    """Every recipe, by what it makes."""
    by_item: dict[str, tuple[Recipe, ...]] = {}
    for one in load_world().recipes:
        by_item[one.item] = (*by_item.get(one.item, ()), _recipe(one))
    return Recipes(by_item)


@cache
def demo_names(locale: str) -> Mapping[str, str]:
    """Item id to name; English where a name is missing."""
    return {item: in_locale(names, locale) for item, names in load_world().items.items()}


def _recipe(one: DemoRecipe) -> Recipe:
    is_shaped = one.kind == "crafting_shaped"
    return Recipe(
        one.item,
        f"minecraft:{one.kind}",
        one.item,
        one.count,
        tuple((item,) if item else () for row in one.rows for item in row),
        max(map(len, one.rows)) if is_shaped else 0,
    )
