"""Names of items, creatures and places: from the game's language tables, else out of their ids."""

from __future__ import annotations

from collections.abc import Mapping

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
        namespace, _, path = name.removeprefix("#").rpartition(":")
        dotted = f"{namespace or 'minecraft'}.{path.replace('/', '.')}"
        for start in _KEYS.get(what, ()):
            if text := self._table.get(f"{start}.{dotted}"):
                return text
        return id_words(name)


def id_words(name: str) -> str:
    """The last part of an id as words: `minecraft:iron_ingot` is "Iron Ingot"."""
    last = name.rpartition(":")[2].rstrip("/").rpartition("/")[2] or name
    words = last.replace("_", " ").replace(".", " ").split()
    return " ".join(word[:1].upper() + word[1:] for word in words) or name
