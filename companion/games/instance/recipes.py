"""Every recipe that a game's jars and data packs hold, bounded; a later source replaces an earlier.

Jars inside jars are read too, and data packs of the world and of the folders that loaders take them
from. Scripts of a pack may add and remove recipes while the game runs: no file tells. Where there
are scripts, `Recipes.may_differ` says so, and whoever shows a recipe has to.
"""

from __future__ import annotations

import json
import logging
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.games.archives import DAMAGED_ARCHIVE, MOST_ENTRIES, with_inner
from companion.games.ftbquests.files import files_below, regular_stamp
from companion.games.ftbquests.item_names import name_sources
from companion.games.instance.recipe_files import read_recipe
from companion.games.instance.scripts import named_in_scripts, script_folders, scripts
from companion.games.instance.sources import Stamps, noticed_below, stamped
from companion.games.recipe_link import Recipe, Recipes
from companion.support.errors import LinkError

logger = logging.getLogger(__name__)

MOST_RECIPES = 60_000
MOST_BYTES = 64 << 10
"""Of one recipe; the largest known ones have 4 KiB."""

_SINGULAR = re.compile(r"data/([a-z0-9_.-]+)/recipe/([a-z0-9_./-]+)\.json")
_PLURAL = re.compile(r"data/([a-z0-9_.-]+)/recipes/([a-z0-9_./-]+)\.json")
_MOD = re.compile(r'^\s*modId\s*=\s*["\']([a-z0-9_-]+)["\']', re.MULTILINE)
_PACK_PLACES = (
    "datapacks",
    "openloader/data",
    "config/openloader/data",
    "config/openloader/packs",
    "config/paxi/datapacks",
)
_MOD_FILES = ("META-INF/mods.toml", "META-INF/neoforge.mods.toml")


@dataclass(slots=True)
class _Found:
    """What was read so far; a later file replaces an earlier one of its name."""

    files: dict[str, bytes] = field(default_factory=dict)
    mods: set[str] = field(default_factory=lambda: {"minecraft"})
    left: int = MOST_RECIPES

    def take(self, files: Iterator[tuple[str, bytes]]) -> None:
        """Take recipes as long as there is room."""
        while self.left > 0 and (one := next(files, None)):
            self.files[one[0]] = one[1]
            self.left -= 1
            if not self.left:
                logger.warning("%d recipes; more are not read", MOST_RECIPES)


def read_recipes(game: Path, world: Path | None = None) -> Recipes:
    """Read every jar and data pack of a game folder. Blocks on the disk; never raises."""
    found = _all_files(game, world)
    singular = any(_SINGULAR.fullmatch(path) for path in found.files)
    form = _SINGULAR if singular else _PLURAL
    by_item: dict[str, list[Recipe]] = {}
    for path, data in sorted(found.files.items()):
        if (match := form.fullmatch(path)) is None:
            continue
        if recipe := read_recipe(f"{match[1]}:{match[2]}", _decoded(data), found.mods):
            by_item.setdefault(recipe.item, []).append(recipe)
    may_differ = any(place.is_dir() for place in script_folders(game))
    scripted = named_in_scripts(game) & by_item.keys()
    return Recipes({k: tuple(v) for k, v in by_item.items()}, may_differ, scripted)


def recipe_stamps(game: Path, world: Path | None = None) -> Stamps:
    """Of everything that recipes come from; equal as long as nothing has changed."""
    archives, folders = _data_packs(game, world)
    data = (folder / "data" for folder in (game / "kubejs", *folders))
    loose = [path for place in data for path in noticed_below(place, (".json",))]
    there = ((str(place), (0, 0) if place.is_dir() else None) for place in script_folders(game))
    return (*there, *stamped([*name_sources(game, ()), *archives, *loose, *scripts(game)]))


def _all_files(game: Path, world: Path | None) -> _Found:
    found = _Found()
    archives, folders = _data_packs(game, world)
    for path in (*name_sources(game, ()), *archives):
        try:
            with zipfile.ZipFile(path) as archive:
                for one in with_inner(archive):
                    if path not in archives:
                        found.mods.update(_mods(one))
                    found.take(_of_archive(one))
        except DAMAGED_ARCHIVE as error:
            logger.warning("no more recipes from %s: %s", path.name, error)
    for folder in (game / "kubejs", *folders):
        found.take(_of_folder(folder))
    return found


def _data_packs(game: Path, world: Path | None) -> tuple[list[Path], list[Path]]:
    """Those that are archives, and those that are folders; those of the world come last and win."""
    places = [game / place for place in _PACK_PLACES]
    places += [world / "datapacks"] if world is not None else []
    packs = [path for place in places if place.is_dir() for path in sorted(place.iterdir())]
    archives = [path for path in packs if path.suffix == ".zip" and regular_stamp(path)]
    return archives, [path for path in packs if path.is_dir()]


def _of_archive(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    for entry in archive.infolist()[:MOST_ENTRIES]:
        if _is_recipe(entry.filename) and entry.file_size <= MOST_BYTES:
            yield entry.filename, archive.read(entry)


def _of_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    data = folder / "data"
    if not data.is_dir():
        return
    try:
        for path in files_below(data, (".json",), deep=True):
            name = path.relative_to(folder).as_posix()
            stamp = regular_stamp(path)
            if _is_recipe(name) and stamp and stamp[1] <= MOST_BYTES:
                yield name, path.read_bytes()
    except (LinkError, OSError) as error:
        logger.warning("no more recipes from %s: %s", folder.name, error)


def _is_recipe(name: str) -> bool:
    return bool(_SINGULAR.fullmatch(name) or _PLURAL.fullmatch(name))


def _mods(archive: zipfile.ZipFile) -> set[str]:
    """What a jar says of the mods in it."""
    try:
        entries = [archive.NameToInfo[name] for name in _MOD_FILES if name in archive.NameToInfo]
        small = [archive.read(entry) for entry in entries if entry.file_size <= MOST_BYTES]
    except DAMAGED_ARCHIVE as error:
        logger.debug("mods of %s are not known: %s", archive.filename, error)
        return set()
    return {mod for data in small for mod in _MOD.findall(data.decode("utf-8", "replace"))}


def _decoded(data: bytes) -> object:
    try:
        found: object = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found
