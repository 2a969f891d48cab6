"""Where launchers keep their game folders, and which of them are on this computer. Blocks.

Only folders are looked at, never a launcher's accounts. A new launcher is a line in `_places`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

MOST_FOLDERS = 200
"""Of one launcher; whoever has more chooses by hand."""
MOST_GAMES = 60
GAME_FOLDERS = ("minecraft", ".minecraft", "instance", "")
"""Where the game lies in an instance; the first that is there, itself last."""
SIGNS = ("saves", "mods", "config", "options.txt", "logs")
"""What a folder holds once the game ran in it."""
QUESTS = ("config/ftbquests/quests", "config/ftbquests/normal", "local/ftbquests")


@dataclass(frozen=True, slots=True)
class FoundGame:
    """One game folder.

    Attributes:
        name: Of the instance, as its folder is called.
        launcher: Whose it is.
        folder: To be used as the setting `instance`.
        has_quests: Whether there is a quest book in it.
        played_at: Seconds since 1970-01-01 UTC of the last log; 0 where none was written.
    """

    name: str
    launcher: str
    folder: str
    has_quests: bool
    played_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a launcher keeps its instances.

    Attributes:
        folder: Each folder in it is an instance; or itself is one, with `is_one`.
    """

    launcher: str
    folder: Path
    is_one: bool = False


def find_games(
    home: Path | None = None,
    environment: Mapping[str, str] | None = None,
    platform: str = sys.platform,
) -> tuple[FoundGame, ...]:
    """The game folders of known launchers, those with quests first, then the latest played.

    Args:
        home: The user's folder; this user's own when None.
        environment: For `APPDATA` and `XDG_DATA_HOME`; the process's own when None.
        platform: As `sys.platform` has it.
    """
    places = _places(home or Path.home(), environment or os.environ, platform)
    found: dict[str, FoundGame] = {}
    for place in places:
        for game in _games_of(place):
            found.setdefault(game.folder, game)
    ordered = sorted(found.values(), key=lambda game: (not game.has_quests, -game.played_at))
    return tuple(ordered[:MOST_GAMES])


def _places(home: Path, environment: Mapping[str, str], platform: str) -> Iterator[Place]:
    data = _data_folder(home, environment, platform)
    yield Place("Minecraft", _own_folder(home, data, platform), is_one=True)
    flatpak = home / ".var/app/org.prismlauncher.PrismLauncher/data"
    for base in (data, flatpak):
        yield Place("Prism Launcher", base / "PrismLauncher/instances")
    yield Place("PolyMC", data / "PolyMC/instances")
    for base in (data / "multimc", data / "MultiMC", home / "MultiMC"):
        yield Place("MultiMC", base / "instances")
    for base in (home / "curseforge", home / "Documents/curseforge", home / "Documents/CurseForge"):
        yield Place("CurseForge", base / "minecraft/Instances")
    for base in (data / "ModrinthApp", data / "com.modrinth.theseus"):
        yield Place("Modrinth App", base / "profiles")
    for base in (data / "atlauncher", data / "ATLauncher", home / "ATLauncher"):
        yield Place("ATLauncher", base / "instances")
    yield Place("GDLauncher", data / "gdlauncher_carbon/data/instances")
    for base in (home / ".ftba", data / ".ftba", data / "ftba"):
        yield Place("FTB App", base / "instances")
    yield Place("HMCL", _own_folder(home, data, platform) / "versions")
    yield Place("Technic", (home if platform != "win32" else data) / ".technic/modpacks")


def _data_folder(home: Path, environment: Mapping[str, str], platform: str) -> Path:
    if platform == "win32":
        return Path(environment.get("APPDATA") or home / "AppData/Roaming")
    if platform == "darwin":
        return home / "Library/Application Support"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local/share")


def _own_folder(home: Path, data: Path, platform: str) -> Path:
    """The folder of the game's own launcher."""
    if platform == "darwin":
        return data / "minecraft"
    return (data if platform == "win32" else home) / ".minecraft"


def _games_of(place: Place) -> Iterator[FoundGame]:
    folders: Iterable[Path] = (place.folder,) if place.is_one else _folders_in(place.folder)
    for folder in folders:
        game = _game_in(folder)
        if game is not None:
            yield FoundGame(
                place.launcher if place.is_one else folder.name,
                place.launcher,
                str(game),
                any((game / quests).is_dir() for quests in QUESTS),
                _played_at(game),
            )


def _folders_in(folder: Path) -> list[Path]:
    """Folders in a folder by name, bounded; none where it is not there or closed to us."""
    found: list[Path] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if len(found) >= MOST_FOLDERS:
                    break
                if entry.is_dir() and not entry.name.startswith((".", "_")):
                    found.append(Path(entry.path))
    except OSError:
        return []
    return sorted(found)


def _game_in(folder: Path) -> Path | None:
    """The game's own folder in an instance; None where the game never ran."""
    for name in GAME_FOLDERS:
        game = folder / name if name else folder
        try:
            if any((game / sign).exists() for sign in SIGNS):
                return game
        except OSError:
            continue
    return None


def _played_at(game: Path) -> float:
    try:
        return (game / "logs/latest.log").stat().st_mtime
    except OSError:
        return 0.0
