"""How the game calls what recipes make and take: out of language files, else out of the id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.games.ftbquests.item_names import read_item_names
from companion.games.ftbquests.modern import FALLBACK_LOCALE
from companion.games.ftbquests.names import Names, id_words
from companion.games.ftbquests.pack_texts import read_pack_texts
from companion.games.recipe_link import Recipes
from companion.language.legacy_codes import plain


def read_recipe_names(game: Path, recipes: Recipes, locale: str) -> Mapping[str, str]:
    """Name every item and tag of some recipes. Blocks on the disk."""
    locales = (locale, FALLBACK_LOCALE)
    names = Names({**read_item_names(game, locales), **read_pack_texts(game, locales)})
    return {name: plain(_name(names, name)) for name in dict.fromkeys(_named(recipes))}


def _named(recipes: Recipes) -> Iterator[str]:
    for item, ways in recipes.by_item.items():
        yield item
        for way in ways:
            for choice in way.taken:
                yield from choice


def _name(names: Names, name: str) -> str:
    if not name.startswith("#"):
        return names.of("item", name)
    found = names.of("tag", name)
    return found if found != id_words(name) else tag_words(name)


def tag_words(tag: str) -> str:
    """A tag without a name: `#c:ingots/copper` is "copper ingots"."""
    path = tag.rpartition(":")[2]
    return " ".join(reversed(path.split("/"))).replace("_", " ")
