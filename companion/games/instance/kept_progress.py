"""What teams have done in the newest world of a folder, kept until their files change."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from companion.games.ftbquests.classic_progress import read_classic_progress
from companion.games.ftbquests.files import MAX_FILE_BYTES, regular_stamp
from companion.games.ftbquests.folder import QuestFolder, find_quest_folder
from companion.games.ftbquests.progress import read_progress
from companion.games.ftbquests.teams import player_name
from companion.games.instance.kept_books import said
from companion.games.instance.saves import Player, newest_world, player_of
from companion.games.instance.sources import Stamps, classic_files, stamped, team_files
from companion.games.instance.teams_kept import PLAYERS_KEPT, KeptTeams, known_player
from companion.games.link import GamePlayer
from companion.games.quest_book import Progress, QuestBook
from companion.games.snbt.content import Syntax, read_content
from companion.games.snbt.errors import SnbtError
from companion.support.errors import LinkError

logger = logging.getLogger(__name__)

_UNKNOWN = Progress()


class KeptProgress:
    """Any thread; one reads at a time.

    Args:
        folder: As of the link.
        book: The quest book that files of 1.12 need, whose progress names places in it.
    """

    def __init__(self, folder: Path, book: Callable[[], QuestBook]) -> None:
        self._folder = folder
        self._book = book
        self._lock = threading.Lock()
        self._progress: dict[str, tuple[Stamps, Progress]] = {}
        self._teams = KeptTeams()

    def of(self, player: GamePlayer | None = None) -> Progress:
        """What a player's team has done; unknown without a save, or where nobody knows them."""
        with self._lock:
            try:
                return self._read_progress(find_quest_folder(self._folder), player)
            except LinkError:
                return _UNKNOWN
            except OSError as error:
                logger.warning("progress not read: %s", said(error))
                return _UNKNOWN

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
            return read_classic_progress(raw, player.uuid, player.name, self._book())
        return read_progress(raw, player.uuid, player.name)
