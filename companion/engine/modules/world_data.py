"""The data of one world: module instances, systems and tags, out of packs in order.

Instances and systems are fixed while the world is open; tags follow a reload (MOD-010).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.engine.modules.definition import (
    ModuleEntry,
    SystemDefinition,
    read_entry,
    read_system,
)
from companion.engine.modules.tags import joined, read_tag, resolve

T = TypeVar("T")

Pack = Mapping[str, bytes]
"""Path below `data/`, with `/`, to the file's bytes."""

MODULES = "system/system_module"
SYSTEMS = "system/system"


@dataclass(frozen=True, slots=True)
class WorldData:
    """What the packs say, checked.

    Attributes:
        entries: Instance id to entry.
        systems: System id to definition.
        tags: Tag of modules, without `#`, to instance ids.
    """

    entries: Mapping[str, ModuleEntry]
    systems: Mapping[str, SystemDefinition]
    tags: Mapping[str, tuple[str, ...]]

    def with_tags(self, packs: Sequence[Pack]) -> WorldData:
        """The same world with tags read again.

        Raises:
            ValueError: A tag is damaged or names what does not exist; the old ones stay in force.
        """
        tags = read_tags(packs, MODULES, self.entries)
        fresh = dataclasses.replace(self, tags=tags)
        _check_references(fresh)
        return fresh

    def members(self, reference: str) -> tuple[str, ...]:
        """Instance ids that an id or a tag stands for."""
        if reference.startswith("#"):
            return self.tags[reference.removeprefix("#")]
        return (reference,)


def read_world(packs: Sequence[Pack]) -> WorldData:
    """Read all packs; a later one replaces files of the same name in earlier ones.

    Raises:
        ValueError: A file is damaged, or names a module that does not exist.
    """
    entries = read_files(packs, MODULES, read_entry)
    systems = read_files(packs, SYSTEMS, read_system)
    data = WorldData(entries, systems, read_tags(packs, MODULES, entries))
    _check_references(data)
    return data


def read_files(packs: Sequence[Pack], registry: str, read: Callable[[bytes], T]) -> Mapping[str, T]:
    """Read the entries of a registry, by id in alphabetical order.

    Raises:
        ValueError: A file is damaged; the message names it.
    """
    found = {name: (path, data) for pack in packs for name, path, data in _files(pack, registry)}
    return {name: _read(*found[name], read) for name in sorted(found)}


def read_tags(
    packs: Sequence[Pack], registry: str, known: Mapping[str, object]
) -> Mapping[str, tuple[str, ...]]:
    """Read and resolve the tags of a registry.

    Raises:
        ValueError: A tag is damaged, names what does not exist, or contains itself.
    """
    files: dict[str, list[tuple[str, bytes]]] = {}
    for pack in packs:
        for name, path, data in _files(pack, f"tags/{registry}"):
            files.setdefault(name, []).append((path, data))
    tags = {
        name: joined(_read(path, data, read_tag) for path, data in parts)
        for name, parts in sorted(files.items())
    }
    return resolve(tags, known)


def _files(pack: Pack, registry: str) -> Iterable[tuple[str, str, bytes]]:
    """Id, path and bytes of a registry's files in a pack."""
    for path, data in pack.items():
        namespace, _, rest = path.partition("/")
        if rest.startswith(f"{registry}/") and rest.endswith(".json"):
            yield f"{namespace}:{rest[len(registry) + 1 : -len('.json')]}", path, data


def _read(path: str, data: bytes, read: Callable[[bytes], T]) -> T:
    try:
        return read(data)
    except ValueError as error:
        raise ValueError(f"data/{path}: {error}") from error


def _check_references(data: WorldData) -> None:
    for name, system in data.systems.items():
        for reference in system.modules:
            bare = reference.module.removeprefix("#")
            if bare not in (data.tags if reference.module.startswith("#") else data.entries):
                raise ValueError(f"system {name} names {reference.module}, which does not exist")
