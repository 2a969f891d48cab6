"""A Minecraft folder on this computer, read only: its quest book and its newest save.

Nothing is read before it is asked for. Books are kept until a file they came from has another
stamp; progress likewise, and a file that the game is just writing leaves the last good one.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.games.ftbquests.folder import find_quest_folder
from companion.games.icons.textures import ItemTextures
from companion.games.instance.kept_books import KeptBooks
from companion.games.instance.kept_progress import KeptProgress
from companion.games.instance.kept_recipes import KeptRecipes
from companion.games.instance.saves import newest_world
from companion.games.instance.sources import folder_name
from companion.games.link import Capability, GamePlayer
from companion.games.quest_book import Progress, QuestBook
from companion.games.recipe_link import Recipes
from companion.language.legacy_codes import plain
from companion.language.translations import FALLBACK_LOCALE
from companion.support.clock import Clock, SystemClock
from companion.support.errors import Failure, LinkError


class InstanceLink:
    """The link to a folder. Any thread.

    Args:
        folder: An instance, its `.minecraft`, a server folder or a quest folder itself.
    """

    id = "instance"
    capabilities = frozenset({Capability.QUESTS, Capability.PROGRESS, Capability.ICONS})

    def __init__(self, folder: Path, clock: Clock | None = None) -> None:
        """Store what is given; the clock's wall time tells files that are just being written."""
        self._folder = folder
        self._books = KeptBooks(folder, clock or SystemClock())
        self._progress = KeptProgress(folder, self._any_book)
        self._recipes = KeptRecipes(folder)
        self._textures = ItemTextures(folder)
        self._looking = threading.Lock()

    def world_name(self) -> str:
        """The title of the quest book, else the name of the folder."""
        titles = [plain(book.title).strip() for book in self._books.known()]
        return next((title for title in titles if title), folder_name(self._folder))

    def book(self, locale: str) -> QuestBook:
        """The quest book in a locale; the last good one while another thread reads it anew.

        Raises:
            LinkError: FOLDER_MISSING, QUESTS_MISSING, QUESTS_EMPTY, QUESTS_BROKEN or
                QUESTS_TOO_LARGE.
        """
        return self._books.book(locale)

    def forget(self) -> None:
        """Read from the files at the next look, whatever their stamps say."""
        self._books.forget()

    def watched(self) -> Sequence[Path]:
        """Folders that quests, texts and progress come from."""
        try:
            folder = find_quest_folder(self._folder)
            world = newest_world(folder.game)
        except (LinkError, OSError):
            return ()
        places = [folder.root, folder.game / "kubejs" / "assets"]
        if world is not None:
            places += [world / "ftbquests", world / "ftbteams", world / "data" / "ftb_lib"]
        return [place for place in places if place.is_dir()]

    def progress(self, player: GamePlayer | None = None) -> Progress:
        """What a player's team has done; unknown without a save, or where nobody knows them."""
        return self._progress.of(player)

    def inventory(self, player: GamePlayer | None = None) -> Mapping[str, int]:
        """Empty: this link does not read what the player carries."""
        return {}

    def icon(self, item: str) -> bytes:
        """The PNG of an item, or of a texture by its name, out of the game's own files.

        Raises:
            LinkError: NOT_FOUND.
        """
        with self._looking:
            try:
                data = self._textures.item(item) or self._textures.texture(item)
            except OSError as error:
                raise LinkError(Failure.NOT_FOUND, item) from error
        if data is None:
            raise LinkError(Failure.NOT_FOUND, item)
        return data

    def recipes(self) -> Recipes:
        """Recipes of jars and data packs; what cannot be read is left out."""
        return self._recipes.now()

    def item_names(self, locale: str) -> Mapping[str, str]:
        """Names of what the recipes make and take, in a language of the game's own files."""
        return self._recipes.names(locale)

    def _any_book(self) -> QuestBook:
        known = self._books.known()
        return self.book(known[0].locale if known else FALLBACK_LOCALE)
