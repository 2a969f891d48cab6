"""FTB Teams: whose progress counts for a player."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion.games.ftbquests.files import MAX_FILE_BYTES, Raw, regular_stamp
from companion.games.ftbquests.progress import plain_uuid
from companion.games.ftbquests.raw_book import text_of
from companion.games.snbt.content import Syntax, read_content
from companion.games.snbt.errors import SnbtError

MAX_TEAMS = 2_000
_MEMBERS = frozenset({"owner", "officer", "member"})


def party_files(world: Path) -> list[Path]:
    """The files of all parties of a save."""
    return sorted((world / "ftbteams" / "party").glob("*.snbt"))[:MAX_TEAMS]


def team_of(parties: Iterable[Path], player: str) -> str:
    """The id of the party that a player belongs to, else of his own team, which is his own UUID.

    Args:
        parties: The files of all parties.
        player: The player's UUID, in any spelling.
    """
    wanted = plain_uuid(player)
    for path in parties:
        if wanted in _members(path):
            return plain_uuid(path.stem)
    return wanted


def player_name(world: Path, player: str) -> str:
    """The name that FTB Teams knows a player by; empty when it does not."""
    wanted = plain_uuid(player)
    for path in (world / "ftbteams" / "player").glob("*.snbt"):
        if plain_uuid(path.stem) == wanted:
            try:
                return text_of(_read(path).get("player_name"))
            except (OSError, SnbtError):
                return ""
    return ""


def players_named(world: Path, name: str) -> tuple[str, ...]:
    """UUIDs, without dashes, of players whom FTB Teams knows by a name."""
    wanted = name.casefold()
    found: list[str] = []
    for path in sorted((world / "ftbteams" / "player").glob("*.snbt"))[:MAX_TEAMS]:
        try:
            if text_of(_read(path).get("player_name")).casefold() == wanted:
                found.append(plain_uuid(path.stem))
        except (OSError, SnbtError):
            continue
    return tuple(found)


def _members(path: Path) -> frozenset[str]:
    try:
        ranks = _read(path).get("ranks")
    except (OSError, SnbtError):
        return frozenset()
    pairs = ranks.items() if isinstance(ranks, dict) else ()
    return frozenset(plain_uuid(who) for who, rank in pairs if text_of(rank).lower() in _MEMBERS)


def _read(path: Path) -> Raw:
    stamp = regular_stamp(path)
    if stamp is None or stamp[1] > MAX_FILE_BYTES:
        return {}
    return read_content(path.read_bytes(), Syntax.SNBT).value
