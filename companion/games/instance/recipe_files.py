"""One recipe file of the game, read as what it takes and gives; tags stay tags.

Amounts are counted from the pattern here, before anybody else sees the recipe. A mod's own kind is
read where it lists what it takes as most do; what its machine needs besides is not, and
`Recipe.type` says whose kind it is. Recipes that depend on something are told as such; nothing is
guessed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.games.recipe_link import Choice, Recipe

SHAPED = frozenset({"crafting_shaped"})
SHAPELESS = frozenset({"crafting_shapeless"})
HEATED = frozenset({"smelting", "blasting", "smoking", "campfire_cooking", "stonecutting"})
SMITHED = {
    "smithing": ("base", "addition"),
    "smithing_transform": ("template", "base", "addition"),
}
CONDITIONS = ("conditions", "neoforge:conditions", "forge:conditions", "fabric:load_conditions")
MOST_SIDE = 9
MOST_TAKEN = 81
MOST_CHOICES = 64


def read_recipe(name: str, raw: object, mods: Collection[str]) -> Recipe | None:
    """Read a decoded file; None for what is no recipe of a known kind, or is not there.

    Args:
        name: Id of the recipe.
        raw: Content of its file.
        mods: Ids of the mods that are installed.
    """
    if not isinstance(raw, Mapping):
        return None
    conditions = [one for key in CONDITIONS for one in _list(raw.get(key))]
    judged = [_holds(condition, mods) for condition in conditions]
    if False in judged:
        return None
    kind = _full(str(raw.get("type", ""))).removeprefix("minecraft:")
    is_foreign = ":" in kind
    taken, width = (listed(raw), 0) if is_foreign else _taken(kind, raw)
    item, count = _given(main_result(raw) if is_foreign else raw)
    if not item or not taken or len(taken) > MOST_TAKEN:
        return None
    return Recipe(name, _full(kind), item, count, taken, width, None in judged)


def _taken(kind: str, raw: Mapping[str, Any]) -> tuple[tuple[Choice, ...], int]:
    if kind in SHAPED:
        return _pattern(raw)
    if kind in SHAPELESS:
        return _whole(map(_choice, _list(raw.get("ingredients")))), 0
    if kind in HEATED:
        return _whole([_choice(raw.get("ingredient"))]), 0
    return _whole(_choice(raw.get(part)) for part in SMITHED.get(kind, ())), 0


def listed(raw: Mapping[str, Any]) -> tuple[Choice, ...]:
    """What a mod's own recipe lists, each as often as it is taken; empty where any is no item."""
    given = raw.get("ingredients", raw.get("ingredient", raw.get("input")))
    taken: list[Choice] = []
    for one in given if isinstance(given, list) else [given]:
        count = one.get("count", one.get("amount", 1)) if isinstance(one, Mapping) else 1
        choice = _choice(one.get("ingredient", one) if isinstance(one, Mapping) else one)
        if not choice or type(count) is not int or not 1 <= count <= MOST_TAKEN:
            return ()
        taken.extend([choice] * count)
    return tuple(taken)


def main_result(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a mod's own recipe gives for sure, in the form of the game's own."""
    given = raw.get("result", raw.get("results", raw.get("output")))
    first = given[0] if isinstance(given, list) and given else given
    if isinstance(first, Mapping) and isinstance(first.get("item"), Mapping):
        first = {**first, **first["item"]}
    if isinstance(first, Mapping) and {"chance", "probability"} & first.keys():
        return {}
    return {"result": first, "count": raw.get("count", 1)}


def _whole(choices: Any) -> tuple[Choice, ...]:
    """All of them, or nothing where one is not understood: half a recipe is a wrong one."""
    found = tuple(choices)
    return found if all(found) else ()


def _pattern(raw: Mapping[str, Any]) -> tuple[tuple[Choice, ...], int]:
    rows, key = _list(raw.get("pattern")), raw.get("key")
    if not rows or len(rows) > MOST_SIDE or not isinstance(key, Mapping):
        return (), 0
    if not all(isinstance(row, str) and len(row) <= MOST_SIDE for row in rows):
        return (), 0
    width = max(map(len, rows))
    known = {sign: _choice(given) for sign, given in key.items()}
    signs = [sign for row in rows for sign in row.ljust(width)]
    if any(sign != " " and not known.get(sign) for sign in signs):
        return (), 0
    return tuple(() if sign == " " else known[sign] for sign in signs), width


def _choice(given: object) -> Choice:
    """An ingredient in any of its forms; empty where it is not understood."""
    if isinstance(given, str):
        return (_full(given),) if given else ()
    if isinstance(given, list):
        every = [_choice(one) for one in given[:MOST_CHOICES]]
        return tuple(name for one in every for name in one) if all(every) else ()
    if not isinstance(given, Mapping) or "type" in given or "fabric:type" in given:
        return ()
    if isinstance(tag := given.get("tag"), str) and tag:
        return (f"#{_full(tag)}",)
    item = given.get("item", given.get("id"))
    return (_full(item),) if isinstance(item, str) and item else ()


def _given(raw: Mapping[str, Any]) -> tuple[str, int]:
    result, count = raw.get("result"), raw.get("count", 1)
    if isinstance(result, Mapping):
        count = result.get("count", 1)
        result = result.get("id", result.get("item"))
    if not isinstance(result, str) or not result or type(count) is not int or count < 1:
        return "", 0
    return _full(result), count


def _holds(condition: object, mods: Collection[str]) -> bool | None:
    """Whether a condition holds; None where that cannot be known here."""
    if not isinstance(condition, Mapping):
        return None
    kind = str(condition.get("type", condition.get("condition", ""))).rpartition(":")[2]
    if kind == "mod_loaded":
        return condition.get("modid") in mods
    if kind == "not":
        held = _holds(condition.get("value"), mods)
        return None if held is None else not held
    return None


def _full(name: str) -> str:
    if name.startswith("#"):
        return f"#{_full(name[1:])}"
    return name if ":" in name else f"minecraft:{name}"


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
