"""Which files of an instance its quests, texts and progress come from, and their stamps."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from companion.games.ftbquests.files import Stamp, files_below, regular_stamp
from companion.games.ftbquests.folder import QuestFolder
from companion.games.ftbquests.item_names import name_sources
from companion.games.ftbquests.modern import FALLBACK_LOCALE
from companion.games.ftbquests.progress import plain_uuid
from companion.support.errors import LinkError

logger = logging.getLogger(__name__)

_LANGUAGE_FILES = (".json", ".lang", ".zip")
_TEXT_PLACES = (
    "kubejs/assets",
    "resources",
    "resourcepacks",
    "config/openloader/resources",
    "openloader/resources",
    "config/paxi/resourcepacks",
)

Stamps = tuple[tuple[str, Stamp | None], ...]


def stamped(paths: Iterable[Path]) -> Stamps:
    """Paths with their stamps."""
    return tuple((str(path), regular_stamp(path)) for path in paths)


def stamps_of_book(folder: QuestFolder, locale: str) -> Stamps:
    """Every file that a book comes from; archives by their own stamps."""
    quests = files_below(folder.root, ("nbt", ".json5", "_merged", ".txt"), deep=True)
    return stamped(
        [
            *quests,
            *(
                path
                for place in _TEXT_PLACES
                for path in noticed_below(folder.game / place, _LANGUAGE_FILES)
            ),
            *name_sources(folder.game, (locale, FALLBACK_LOCALE)),
        ]
    )


def noticed_below(place: Path, suffixes: tuple[str, ...]) -> list[Path]:
    """Files whose changes count; a place with too many of them costs nothing else."""
    try:
        return files_below(place, suffixes, deep=True) if place.is_dir() else []
    except LinkError as error:
        logger.warning("changes below %s are not noticed: %s", place.name, error)
        return []


def classic_files(world: Path, team: str) -> list[Path]:
    """The file of a team of 1.12, which is called after its founder; of all, the one saved last."""
    teams = world / "data" / "ftb_lib" / "teams"
    files = [path for path in teams.glob("**/*ftbquests*") if regular_stamp(path)]
    if team != "*":
        files = [path for path in files if path.parent.name.casefold() == team.casefold()]
    return sorted(files, key=lambda path: path.stat().st_mtime_ns, reverse=True)[:1]


def team_files(world: Path, team: str, player: str) -> list[Path]:
    """The team's file, else the player's own."""
    saved = world / "ftbquests"
    names = {plain_uuid(path.stem): path for path in saved.glob("*.snbt")} if saved.is_dir() else {}
    return [names[number] for number in (team, plain_uuid(player)) if number in names][:1]


def folder_name(folder: Path) -> str:
    """What players call an instance: no name of a folder that every game has."""
    resolved = folder.resolve()
    inside = (".minecraft", "minecraft", "config", "ftbquests", "quests", "normal", "overrides")
    names = [part for part in reversed(resolved.parts) if part not in inside]
    return names[0] if names else resolved.name
