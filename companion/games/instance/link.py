"""A Minecraft folder on this computer, read only: its quest book and its newest save.

Nothing is read before it is asked for. Books are kept until a file they came from has another
stamp; progress likewise, and a file that the game is just writing leaves the last good one.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from companion.games.book_cache import keep_book, load_book
from companion.games.ftbquests.classic_progress import read_classic_progress
from companion.games.ftbquests.files import MAX_FILE_BYTES, Stamp, regular_stamp
from companion.games.ftbquests.folder import QuestFolder, find_quest_folder
from companion.games.ftbquests.progress import read_progress
from companion.games.ftbquests.read import read_book
from companion.games.ftbquests.teams import player_name
from companion.games.icons.textures import ItemTextures
from companion.games.instance.kept_recipes import KeptRecipes
from companion.games.instance.saves import Player, newest_world, player_of
from companion.games.instance.sources import (
    Stamps,
    classic_files,
    folder_name,
    stamped,
    stamps_of_book,
    team_files,
)
from companion.games.instance.teams_kept import PLAYERS_KEPT, KeptTeams, known_player
from companion.games.link import Capability, GamePlayer
from companion.games.quest_book import Progress, QuestBook
from companion.games.recipe_link import Recipes
from companion.games.snbt.content import Syntax, read_content
from companion.games.snbt.errors import SnbtError
from companion.language.legacy_codes import plain
from companion.support.clock import Clock, SystemClock
from companion.support.errors import Failure, LinkError

logger = logging.getLogger(__name__)

BOOKS_KEPT = 2
"""Locales; a book of 5,000 quests takes about 30 MB."""
SETTLE_S = 3.0
"""A file that cannot be read is given so long to become whole before it counts as broken."""
_UNKNOWN = Progress()


class InstanceLink:
    """The link to a folder. Any thread; one reads at a time.

    Args:
        folder: An instance, its `.minecraft`, a server folder or a quest folder itself.
    """

    id = "instance"
    capabilities = frozenset({Capability.QUESTS, Capability.PROGRESS, Capability.ICONS})

    def __init__(self, folder: Path, clock: Clock | None = None) -> None:
        """Store what is given; the clock's wall time tells files that are just being written."""
        self._folder = folder
        self._clock = clock or SystemClock()
        self._book_lock = threading.RLock()
        self._is_void = False
        self._failed: dict[str, tuple[Stamps, LinkError]] = {}
        self._lock = threading.Lock()
        self._textures = ItemTextures(folder)
        self._looking = threading.Lock()
        self._recipes = KeptRecipes(folder)
        self._books: dict[str, tuple[Stamps, QuestBook]] = {}
        self._progress: dict[str, tuple[Stamps, Progress]] = {}
        self._teams = KeptTeams()

    def world_name(self) -> str:
        """The title of the quest book, else the name of the folder."""
        titles = [plain(book.title).strip() for _, book in tuple(self._books.values())]
        return next((title for title in titles if title), folder_name(self._folder))

    def book(self, locale: str) -> QuestBook:
        """The quest book in a locale; the last good one while another thread reads it anew.

        Raises:
            LinkError: FOLDER_MISSING, QUESTS_MISSING, QUESTS_EMPTY, QUESTS_BROKEN or
                QUESTS_TOO_LARGE.
        """
        known = self._books.get(locale)
        if not self._book_lock.acquire(blocking=known is None):
            assert known is not None
            return known[1]
        try:
            return self._book(find_quest_folder(self._folder), locale)
        except OSError as error:  # not ours to read, or gone while it was read
            raise LinkError(Failure.QUESTS_BROKEN, _said(error)) from error
        finally:
            self._book_lock.release()

    def forget(self) -> None:
        """Read from the files at the next look, whatever their stamps say."""
        with self._book_lock:
            self._books = {locale: ((), book) for locale, (_, book) in self._books.items()}
            self._failed.clear()
            self._is_void = True

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
        with self._lock:
            try:
                return self._read_progress(find_quest_folder(self._folder), player)
            except LinkError:
                return _UNKNOWN
            except OSError as error:
                logger.warning("progress not read: %s", _said(error))
                return _UNKNOWN

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

    def _book(self, folder: QuestFolder, locale: str) -> QuestBook:
        stamps = stamps_of_book(folder, locale)
        known = self._books.get(locale)
        if known is None or known[0] != stamps:
            fresh = None if self._is_void else load_book(folder.root, locale, stamps)
            self._is_void = False
            if fresh is None:
                fresh = self._read(folder, locale, stamps, known[1] if known else None)
            if known is not None and fresh is known[1]:
                return fresh  # its files are not whole yet: the next look tries again
            self._books.pop(locale, None)
            self._books[locale] = known = (stamps, fresh)
        while len(self._books) > BOOKS_KEPT:
            del self._books[next(iter(self._books))]
        return known[1]

    def _read(
        self, folder: QuestFolder, locale: str, stamps: Stamps, last: QuestBook | None
    ) -> QuestBook:
        """Read the files; the last good book instead while one of them is just being written.

        Raises:
            LinkError: As `book`.
        """
        known, failed = self._failed.get(locale, ((), None))
        if failed is not None and known == stamps:
            # somebody looks every second: what is broken is not read again and again
            raise LinkError(failed.failure, failed.detail)
        try:
            book = read_book(folder, locale)
        except LinkError as error:
            if last is not None and self._is_being_written(stamps):
                return last
            self._failed[locale] = (stamps, LinkError(error.failure, error.detail))
            raise
        if last is not None and set(book.faults) - set(last.faults):
            files = {fault.file for fault in book.faults} - {fault.file for fault in last.faults}
            broken = {str(folder.root / file) for file in files}
            if self._is_being_written(one for one in stamps if one[0] in broken):
                logger.info("quest files are being written; the last good book stays for now")
                return last
        keep_book(folder.root, locale, stamps, book)
        return book

    def _is_being_written(self, stamps: Iterable[tuple[str, Stamp | None]]) -> bool:
        """Whether one of some files changed a moment ago."""
        since_ns = (self._clock.wall() - SETTLE_S) * 1e9
        return any(stamp is not None and stamp[0] > since_ns for _, stamp in stamps)

    def _read_progress(self, folder: QuestFolder, asker: GamePlayer | None) -> Progress:
        world = newest_world(folder.game)
        if world is None:
            return _UNKNOWN
        player = known_player(world, asker) if asker else player_of(world, folder.game)
        if player is None:
            return _UNKNOWN
        named = Player(player.uuid, player.name or player_name(world, player.uuid))
        if asker and folder.classic and not classic_files(world, asker.name):
            return _UNKNOWN  # of a team of another name, or of none
        return self._team_progress(folder, world, named, asker)

    def _team_progress(
        self, folder: QuestFolder, world: Path, player: Player, asker: GamePlayer | None
    ) -> Progress:
        if folder.classic:
            paths = classic_files(world, asker.name if asker else "*")
        else:
            paths = team_files(world, self._teams.of(world, player.uuid), player.uuid)
        stamps = stamped(paths)
        kept = self._progress.pop(player.uuid, ((), _UNKNOWN))
        if not stamps:
            fresh = Progress(known=True, player=player.name)
            kept = kept if kept == ((), fresh) else ((), fresh)
        elif stamps != kept[0]:
            read = self._read_team(folder, paths[0], player)
            if read is not None:
                kept = (stamps, read)
            elif [path for path, _ in kept[0]] != [path for path, _ in stamps]:
                kept = ((), Progress(player=player.name))
        self._progress[player.uuid] = kept
        while len(self._progress) > PLAYERS_KEPT:
            del self._progress[next(iter(self._progress))]
        return kept[1]

    def _read_team(self, folder: QuestFolder, path: Path, player: Player) -> Progress | None:
        """None while the file is only half there: the game does not write it in one go."""
        try:
            stamp = regular_stamp(path)
            if stamp is None or stamp[1] > MAX_FILE_BYTES:
                return None
            raw = read_content(path.read_bytes(), Syntax.JSON5).value
        except (OSError, SnbtError) as error:
            logger.warning("progress of %s not read now: %s", path.name, error)
            return None
        if folder.classic:
            locale = next(iter(self._books), "en_us")
            return read_classic_progress(raw, player.uuid, player.name, self.book(locale))
        return read_progress(raw, player.uuid, player.name)


def _said(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}"
