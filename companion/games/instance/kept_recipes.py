"""The recipes of an instance, kept until a file they come from has another stamp.

Reading the jars of a large pack takes seconds, so what was read is on disk for the next process.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.games.ftbquests.folder import find_quest_folder
from companion.games.instance.recipe_names import read_recipe_names
from companion.games.instance.recipes import read_recipes, recipe_stamps
from companion.games.instance.saves import newest_world
from companion.games.instance.sources import Stamps
from companion.games.kept_files import Kept, KeptFiles, mark_of
from companion.games.recipe_link import NO_RECIPES, Recipes
from companion.support.errors import LinkError

logger = logging.getLogger(__name__)

FORM = 3
"""Raised with every change of what recipes hold or how they are read."""
KEPT_INSTANCES = 6

_FILES = KeptFiles("recipe", msgspec.msgpack.Decoder(Kept[Recipes]), KEPT_INSTANCES)


class KeptRecipes:
    """Reads when asked. Any thread; one reads at a time.

    Args:
        folder: As of the link.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._kept: tuple[Stamps, Recipes] | None = None
        self._names: dict[str, tuple[Recipes, Mapping[str, str]]] = {}

    def now(self) -> Recipes:
        """Those of the files as they are; none where they cannot be read. Blocks on the disk."""
        with self._lock:
            try:
                game = find_quest_folder(self._folder).game
                world = newest_world(game)
                stamps = recipe_stamps(game, world)
                if self._kept is None or self._kept[0] != stamps:
                    self._kept = (stamps, _recipes(game, world, stamps))
            except (LinkError, OSError) as error:
                logger.warning("recipes not read: %s", error)
                return NO_RECIPES
            return self._kept[1]

    def names(self, locale: str) -> Mapping[str, str]:
        """Names of what the recipes make and take. Blocks on the disk."""
        known = self.now()
        with self._lock:
            kept = self._names.get(locale)
            if kept is None or kept[0] is not known:
                kept = self._names[locale] = (known, self._read_names(known, locale))
            return kept[1]

    def _read_names(self, known: Recipes, locale: str) -> Mapping[str, str]:
        try:
            return read_recipe_names(find_quest_folder(self._folder).game, known, locale)
        except (LinkError, OSError) as error:
            logger.warning("names for recipes not read: %s", error)
            return {}


def _recipes(game: Path, world: Path | None, stamps: Stamps) -> Recipes:
    name, mark = str(game.resolve()), mark_of(FORM, stamps)
    if (kept := _FILES.load(name, mark)) is not None:
        return kept
    fresh = read_recipes(game, world)
    if fresh.by_item:
        _FILES.keep(name, mark, fresh)
    return fresh
