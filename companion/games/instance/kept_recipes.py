"""The recipes of an instance, kept until a file they come from has another stamp."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from companion.games.ftbquests.folder import find_quest_folder
from companion.games.instance.recipes import read_recipes, recipe_stamps
from companion.games.instance.saves import newest_world
from companion.games.instance.sources import Stamps
from companion.games.recipe_link import Recipes
from companion.support.errors import LinkError

logger = logging.getLogger(__name__)


class KeptRecipes:
    """Reads when asked. Any thread; one reads at a time.

    Args:
        folder: As of the link.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._kept: tuple[Stamps, Recipes] | None = None

    def now(self) -> Recipes:
        """Those of the files as they are; none where they cannot be read. Blocks on the disk."""
        with self._lock:
            try:
                game = find_quest_folder(self._folder).game
                world = newest_world(game)
                stamps = recipe_stamps(game, world)
                if self._kept is None or self._kept[0] != stamps:
                    self._kept = (stamps, read_recipes(game, world))
            except (LinkError, OSError) as error:
                logger.warning("recipes not read: %s", error)
                return Recipes()
            return self._kept[1]
