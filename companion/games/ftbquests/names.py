"""Names of items, creatures and places: from the game's language tables, else out of their ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_KEYS = {
    "item": ("item", "block"),
    "block": ("block", "item"),
    "fluid": ("fluid_type", "fluid", "block"),
    "entity": ("entity",),
    "biome": ("biome",),
    "dimension": ("dimension",),
    "structure": ("structure",),
    "stat": ("stat",),
    "tag": ("tag.item", "tag.block", "tag"),
}
"""What a thing is to the first parts of its translation key."""
_ADVANCEMENT = (
    "advancements.{path}.title",
    "advancements.{namespace}.{path}.title",
    "advancement.{namespace}.{path}.title",
    "advancement.{namespace}.{path}",
    "{namespace}.advancements.{path}.title",
    "{namespace}.advancement.{path}.title",
    "{namespace}.advancement.{path}",
)
"""How the game and its mods call the titles of advancements, the commonest first."""

MOST_INITIALS = 4
_INITIALS = re.compile(r"[a-z]{2}|[b-df-hj-np-tv-xz]{3}|\d+[km]")
_SMALL_WORDS = frozenset(
    {"am", "an", "as", "at", "be", "by", "do", "ex", "go", "he", "hi", "id", "if", "in", "is", "it"}
    | {"me", "my", "no", "of", "oh", "on", "or", "ox", "pi", "so", "to", "up", "us", "we", "ye"}
)


class Names:
    """Names in one locale. Keeps what it has found: one book asks for a name many times."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self._table = table
        self._found: dict[tuple[str, str], str] = {}

    def of(self, what: str, name: str) -> str:
        """The name of a thing.

        Args:
            what: A key of `_KEYS`; anything else only spells the id out.
            name: Registry id such as `minecraft:iron_ingot`; a leading `#` is ignored.
        """
        found = self._found.get((what, name))
        if found is None:
            found = self._found[what, name] = self._look_up(what, name)
        return found

    def _look_up(self, what: str, name: str) -> str:
        written, _, path = name.removeprefix("#").rpartition(":")
        namespace, dotted = written or "minecraft", path.replace("/", ".")
        keys = [f"{start}.{namespace}.{dotted}" for start in _KEYS.get(what, ())]
        if what == "advancement":
            keys = list(_advancement_keys(namespace, path))
        elif name.startswith("#"):
            keys.insert(0, f"tag.worldgen.{what}.{namespace}.{dotted}")
        found = (self._table[key] for key in keys if self._table.get(key))
        return next(found, "") or id_words(name)


def _advancement_keys(namespace: str, path: str) -> Iterator[str]:
    """Where a title may be; some mods leave the first folder out."""
    inner = path.partition("/")[2]
    for part in (path, inner) if inner else (path,):
        for pattern in _ADVANCEMENT:
            yield pattern.format(namespace=namespace, path=part.replace("/", "."))


def id_words(name: str) -> str:
    """The last part of an id as words: `minecraft:iron_ingot` is "Iron Ingot"."""
    last = name.rpartition(":")[2].rstrip("/").rpartition("/")[2] or name
    words = last.replace("_", " ").replace(".", " ").split()
    return " ".join(map(_as_word, words)) or name


def _as_word(part: str) -> str:
    """One part of an id: `iron` is "Iron", `ev` "EV" and `256m` "256M"."""
    if len(part) <= MOST_INITIALS and _INITIALS.fullmatch(part) and part not in _SMALL_WORDS:
        return part.upper()
    return part[:1].upper() + part[1:]
