"""Who asks, in a world's own terms, and whose team that player is in."""

from __future__ import annotations

from pathlib import Path

from companion.games.ftbquests.teams import party_files, player_name, players_named, team_of
from companion.games.instance.saves import Player, has_played
from companion.games.instance.sources import Stamps, stamped
from companion.games.link import GamePlayer

PLAYERS_KEPT = 256
"""Players whose progress is kept while its file stays as it is."""


class KeptTeams:
    """Teams of players, kept until a party changes. One thread at a time."""

    def __init__(self) -> None:
        self._kept: tuple[Stamps, dict[str, str]] = ((), {})

    def of(self, world: Path, player: str) -> str:
        """The player's team, looked up again whenever a party has changed."""
        parties = party_files(world)
        stamps = stamped(parties)
        if stamps != self._kept[0] or len(self._kept[1]) >= PLAYERS_KEPT:
            self._kept = (stamps, {})
        teams = self._kept[1]
        if player not in teams:
            teams[player] = team_of(parties, player)
        return teams[player]


def known_player(world: Path, asker: GamePlayer) -> Player | None:
    """The player of a world who asks: by id, else the only one whom FTB Teams calls that."""
    mine = asker.uuid.hex
    if has_played(world, mine) or player_name(world, mine):
        return Player(mine, asker.name)
    named = players_named(world, asker.name) if asker.name else ()
    return Player(named[0], asker.name) if len(named) == 1 else None
