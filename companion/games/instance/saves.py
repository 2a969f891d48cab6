"""Which world of a folder is meant, and who plays in it.

The newest save counts: in `saves` of a client, or the world that `server.properties` names.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.games.ftbquests.files import regular_stamp
from companion.games.snbt.content import Syntax, read_content
from companion.games.snbt.errors import SnbtError

MAX_SAVES = 500
MAX_LEVEL_BYTES = 16 << 20

_HALF = 0xFFFF_FFFF_FFFF_FFFF
_LEVEL_NAME = re.compile(r"^level-name\s*=\s*(.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays.

    Attributes:
        uuid: Without dashes, lower case.
        name: Empty when no file tells it.
    """

    uuid: str
    name: str = ""


def newest_world(game: Path) -> Path | None:
    """The world that was played last; None for a folder without one."""
    worlds = [
        (level.stat().st_mtime_ns, level.parent) for level in _levels(game) if level.is_file()
    ]
    return max(worlds)[1] if worlds else None


def player_of(world: Path, game: Path) -> Player | None:
    """The player of a world: its single player, else the only or the latest one who played."""
    found = _single_player(_level(world / "level.dat")) or _latest_player(world)
    return Player(found, _name_of(found, game)) if found else None


def has_played(world: Path, player: str) -> bool:
    """Whether a world keeps anything of a player.

    Args:
        world: The save.
        player: UUID without dashes.
    """
    dashed = str(uuid.UUID(player))
    places = ("players/data", "playerdata")
    if any((world / place / f"{dashed}.dat").is_file() for place in places):
        return True
    return any((world / "ftbquests" / f"{name}.snbt").is_file() for name in (dashed, player))


def _levels(game: Path) -> Iterable[Path]:
    saves = game / "saves"
    if saves.is_dir():
        yield from (save / "level.dat" for save in sorted(saves.iterdir())[:MAX_SAVES])
    yield game / _server_world(game) / "level.dat"


def _server_world(game: Path) -> str:
    text = _small(game / "server.properties").decode("utf-8", "replace")
    match = _LEVEL_NAME.search(text)
    name = match[1] if match else "world"
    return "world" if ".." in Path(name).parts or Path(name).is_absolute() else name


def _small(path: Path) -> bytes:
    """A file's bytes; none of what is missing, huge or no file, such as a pipe that would block."""
    try:
        stamp = regular_stamp(path)
        return path.read_bytes() if stamp and stamp[1] <= MAX_LEVEL_BYTES else b""
    except OSError:
        return b""


def _level(path: Path) -> dict[str, object]:
    try:
        data = read_content(_small(path), Syntax.SNBT).value.get("Data")
    except SnbtError:
        return {}
    return data if isinstance(data, dict) else {}


def _single_player(data: dict[str, object]) -> str:
    """26.1 names the player's UUID; before, the player himself is part of the file."""
    player = data.get("Player")
    inside = player if isinstance(player, dict) else {}
    for value in (data.get("singleplayer_uuid"), inside.get("UUID")):
        if found := _uuid(value):
            return found
    most, least = inside.get("UUIDMost"), inside.get("UUIDLeast")
    if isinstance(most, int) and isinstance(least, int):
        return f"{most & _HALF:016x}{least & _HALF:016x}"
    return ""


def _uuid(value: object) -> str:
    """Four whole numbers of 32 bits, or text."""
    if isinstance(value, list) and len(value) == 4 and all(isinstance(n, int) for n in value):
        return "".join(f"{n & 0xFFFF_FFFF:08x}" for n in value)
    if isinstance(value, str):
        try:
            return uuid.UUID(value).hex
        except ValueError:
            return ""
    return ""


def _latest_player(world: Path) -> str:
    """On a server: whose file was saved last. 26.1 has moved the folder."""
    files = [
        (path.stat().st_mtime_ns, path.stem)
        for folder in ("players/data", "playerdata")
        for path in (world / folder).glob("*.dat")
    ]
    return _uuid(max(files)[1]) if files else ""


def _name_of(player: str, game: Path) -> str:
    for name in ("usercache.json", "usernamecache.json"):
        try:
            entries = json.loads(_small(game / name))
        except (ValueError, RecursionError):
            continue
        if isinstance(entries, dict):  # {uuid: name}
            entries = [{"uuid": key, "name": value} for key, value in entries.items()]
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict) and _uuid(entry.get("uuid")) == player:
                return str(entry.get("name", ""))
    return ""
