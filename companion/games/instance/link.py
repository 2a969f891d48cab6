"""A Minecraft folder on this computer, read only: its quest book and its newest save.

Nothing is read before it is asked for. Books are kept until a file they came from has another
stamp; progress likewise, and a file that the game is just writing leaves the last good one.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.games.ftbquests.classic_progress import read_classic_progress
from companion.games.ftbquests.files import MAX_FILE_BYTES, Stamp, files_below, regular_stamp
from companion.games.ftbquests.folder import QuestFolder, find_quest_folder
from companion.games.ftbquests.progress import plain_uuid, read_progress
from companion.games.ftbquests.read import read_book
from companion.games.ftbquests.teams import party_files, player_name, team_of
from companion.games.instance.saves import Player, newest_world, player_of
from companion.games.link import Capability
from companion.games.quest_book import Progress, QuestBook
from companion.games.snbt.content import Syntax, read_content
from companion.games.snbt.errors import SnbtError
from companion.language.legacy_codes import plain
from companion.support.errors import Failure, LinkError

logger = logging.getLogger(__name__)

BOOKS_KEPT = 2
"""Locales; a book of 5,000 quests takes about 30 MB."""

_LANGUAGE_FILES = (".json", ".lang", ".zip")

Stamps = tuple[tuple[str, Stamp | None], ...]


class InstanceLink:
    """The link to a folder. Any thread; one reads at a time.

    Args:
        folder: An instance, its `.minecraft`, a server folder or a quest folder itself.
    """

    id = "instance"
    capabilities = frozenset({Capability.QUESTS, Capability.PROGRESS})

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._books: dict[str, tuple[Stamps, QuestBook]] = {}
        self._progress: tuple[Stamps, Progress] = ((), Progress())
        self._known_team: tuple[tuple[str, Stamps], str] = (("", ()), "")

    def world_name(self) -> str:
        """The title of the quest book, else the name of the folder."""
        with self._lock:
            titles = [plain(book.title).strip() for _, book in self._books.values()]
        return next((title for title in titles if title), _folder_name(self._folder))

    def book(self, locale: str) -> QuestBook:
        """The quest book in a locale.

        Raises:
            LinkError: FOLDER_MISSING, QUESTS_MISSING, QUESTS_EMPTY, QUESTS_BROKEN or
                QUESTS_TOO_LARGE.
        """
        with self._lock:
            try:
                return self._book(find_quest_folder(self._folder), locale)
            except OSError as error:  # not ours to read, or gone while it was read
                raise LinkError(Failure.QUESTS_BROKEN, _said(error)) from error

    def progress(self) -> Progress:
        """What the player's team has done; unknown for a folder without a save."""
        with self._lock:
            try:
                return self._read_progress(find_quest_folder(self._folder))
            except LinkError:
                return Progress()
            except OSError as error:
                logger.warning("progress not read: %s", _said(error))
                return Progress()

    def inventory(self) -> Mapping[str, int]:
        """Empty: this link does not read what the player carries."""
        return {}

    def _book(self, folder: QuestFolder, locale: str) -> QuestBook:
        stamps = _stamps_of_book(folder)
        kept = self._books.pop(locale, None)
        if kept is None or kept[0] != stamps:
            kept = (stamps, read_book(folder, locale))
        self._books[locale] = kept
        while len(self._books) > BOOKS_KEPT:
            del self._books[next(iter(self._books))]
        return kept[1]

    def _read_progress(self, folder: QuestFolder) -> Progress:
        world = newest_world(folder.game)
        player = player_of(world, folder.game) if world is not None else None
        if world is None or player is None:
            return Progress()
        named = Player(player.uuid, player.name or player_name(world, player.uuid))
        return self._team_progress(folder, world, named)

    def _team_progress(self, folder: QuestFolder, world: Path, player: Player) -> Progress:
        paths = _team_files(world, self._team(world, player), player.uuid, folder)
        stamps = _stamped(paths)
        if not stamps:
            return Progress(known=True, player=player.name)
        if stamps != self._progress[0]:
            read = self._read_team(folder, paths[0], player)
            if read is not None:
                self._progress = (stamps, read)
            elif [path for path, _ in self._progress[0]] != [path for path, _ in stamps]:
                return Progress(player=player.name)
        return self._progress[1]

    def _team(self, world: Path, player: Player) -> str:
        """The player's team, looked up again whenever a party has changed."""
        parties = party_files(world)
        key = (player.uuid, _stamped(parties))
        if key != self._known_team[0]:
            self._known_team = (key, team_of(parties, player.uuid))
        return self._known_team[1]

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
            return read_classic_progress(raw, player.uuid, player.name, self._book(folder, locale))
        return read_progress(raw, player.uuid, player.name)


def _stamped(paths: Iterable[Path]) -> Stamps:
    return tuple((str(path), regular_stamp(path)) for path in paths)


def _said(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}"


def _folder_name(folder: Path) -> str:
    resolved = folder.resolve()
    inside = (".minecraft", "minecraft", "config", "ftbquests", "quests", "normal", "overrides")
    names = [part for part in reversed(resolved.parts) if part not in inside]
    return names[0] if names else resolved.name


def _stamps_of_book(folder: QuestFolder) -> Stamps:
    """Every file that a book comes from; mod jars by their own stamps."""
    quests = files_below(folder.root, ("nbt", ".json5", "_merged", ".txt"), deep=True)
    return _stamped(
        [
            *quests,
            *_texts_below(folder.game / "kubejs" / "assets", _LANGUAGE_FILES),
            *_texts_below(folder.game / "resources", _LANGUAGE_FILES),
            *_texts_below(folder.game / "resourcepacks", _LANGUAGE_FILES),
            *_texts_below(folder.game / "mods", (".jar",), deep=False),
        ]
    )


def _texts_below(place: Path, suffixes: tuple[str, ...], *, deep: bool = True) -> list[Path]:
    """Files that may hold names; a place with too many to watch costs no quest."""
    try:
        return files_below(place, suffixes, deep=deep) if place.is_dir() else []
    except LinkError as error:
        logger.warning("changes below %s are not noticed: %s", place.name, error)
        return []


def _team_files(world: Path, team: str, player: str, folder: QuestFolder) -> list[Path]:
    """The team's file; of 1.12, whose teams have names of their own, the one saved last."""
    if folder.classic:
        teams = world / "data" / "ftb_lib" / "teams"
        files = [path for path in teams.glob("**/*ftbquests*") if regular_stamp(path)]
        return sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True)[:1]
    saved = world / "ftbquests"
    names = {plain_uuid(path.stem): path for path in saved.glob("*.snbt")} if saved.is_dir() else {}
    return [names[number] for number in (team, plain_uuid(player)) if number in names][:1]
