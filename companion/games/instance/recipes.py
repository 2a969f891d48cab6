"""Every recipe that a game's jars and data packs hold, bounded; a later source replaces an earlier.

Scripts of a pack may add and remove recipes while the game runs: no file tells. Where there are
scripts, `Recipes.may_differ` says so, and whoever shows a recipe has to.
"""

from __future__ import annotations

import json
import logging
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from companion.games.ftbquests.files import files_below, regular_stamp
from companion.games.ftbquests.item_names import name_sources
from companion.games.instance.recipe_files import read_recipe
from companion.games.recipe_link import Recipe, Recipes
from companion.support.errors import LinkError

logger = logging.getLogger(__name__)

MOST_RECIPES = 60_000
MOST_ENTRIES = 50_000
MOST_BYTES = 64 << 10
"""Of one recipe; the largest known ones have 4 KiB."""

_SINGULAR = re.compile(r"data/([a-z0-9_.-]+)/recipe/([a-z0-9_./-]+)\.json")
_PLURAL = re.compile(r"data/([a-z0-9_.-]+)/recipes/([a-z0-9_./-]+)\.json")
_MOD = re.compile(r'^\s*modId\s*=\s*["\']([a-z0-9_-]+)["\']', re.MULTILINE)
_DAMAGED = (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError)


def read_recipes(game: Path, world: Path | None = None) -> Recipes:
    """Read every jar and data pack of a game folder. Blocks on the disk; never raises."""
    files = dict(_all_files(game, world))
    singular = any(_SINGULAR.fullmatch(path) for path in files)
    form = _SINGULAR if singular else _PLURAL
    mods = frozenset(found for data in _mods(game) for found in _MOD.findall(data))
    found: dict[str, list[Recipe]] = {}
    for path, data in sorted(files.items()):
        if (match := form.fullmatch(path)) is None:
            continue
        if recipe := read_recipe(f"{match[1]}:{match[2]}", _decoded(data), mods | {"minecraft"}):
            found.setdefault(recipe.item, []).append(recipe)
    scripts = (game / "kubejs" / "server_scripts", game / "scripts")
    return Recipes({k: tuple(v) for k, v in found.items()}, any(s.is_dir() for s in scripts))


def _all_files(game: Path, world: Path | None) -> Iterator[tuple[str, bytes]]:
    archives = [path for path in name_sources(game, ()) if path.suffix == ".jar"]
    folders = [game / "kubejs"]
    packs = world / "datapacks" if world else None
    if packs and packs.is_dir():
        archives += sorted(path for path in packs.glob("*.zip") if regular_stamp(path))
        folders += sorted(path for path in packs.iterdir() if path.is_dir())
    left = MOST_RECIPES
    for name, data in _chained(archives, folders):
        if left <= 0:
            logger.warning("more than %d recipes; the rest is not read", MOST_RECIPES)
            return
        left -= 1
        yield name, data


def _chained(archives: list[Path], folders: list[Path]) -> Iterator[tuple[str, bytes]]:
    for archive in archives:
        yield from _of_archive(archive)
    for folder in folders:
        yield from _of_folder(folder)


def _of_archive(path: Path) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist()[:MOST_ENTRIES]:
                if _is_recipe(entry.filename) and entry.file_size <= MOST_BYTES:
                    yield entry.filename, archive.read(entry)
    except _DAMAGED as error:
        logger.warning("no more recipes from %s: %s", path.name, error)


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


def _mods(game: Path) -> Iterator[str]:
    """What the jars say of the mods in them."""
    for path in name_sources(game, ()):
        try:
            with zipfile.ZipFile(path) as archive:
                for name in ("META-INF/mods.toml", "META-INF/neoforge.mods.toml"):
                    if name in archive.NameToInfo and archive.getinfo(name).file_size <= MOST_BYTES:
                        yield archive.read(name).decode("utf-8", "replace")
        except _DAMAGED as error:
            logger.debug("mods of %s are not known: %s", path.name, error)


def _decoded(data: bytes) -> object:
    try:
        found: object = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found


def recipe_stamps(game: Path, world: Path | None = None) -> tuple[tuple[str, object], ...]:
    """Of everything that recipes come from; equal as long as nothing has changed."""
    places = [game / "kubejs" / "data", game / "kubejs" / "server_scripts", game / "scripts"]
    paths = name_sources(game, ())
    if world and (packs := world / "datapacks").is_dir():
        paths += sorted(packs.glob("*.zip"))
        places += [path / "data" for path in sorted(packs.iterdir()) if path.is_dir()]
    for place in places:
        paths += _json_below(place)
    there = [(str(place), place.is_dir()) for place in places]
    return (*there, *((str(path), regular_stamp(path)) for path in paths))


def _json_below(place: Path) -> list[Path]:
    try:
        return files_below(place, (".json",), deep=True) if place.is_dir() else []
    except (LinkError, OSError):
        return []
