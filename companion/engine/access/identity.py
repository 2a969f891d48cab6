"""Who a player is: stable ids, and where an order comes from."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from uuid import UUID, uuid5

from companion.games.offline_id import offline_id

__all__ = ["CONSOLE", "Executor", "Origin", "PlayerId", "luanti_id", "offline_id"]

_LUANTI = UUID("6f1d8a8e-5f0c-5c7b-9a55-0f3a0b1d7c21")
"""Namespace of ids made from a Luanti server and a name (RFC 9562, 5.5)."""


@dataclass(frozen=True, slots=True)
class PlayerId:
    """A player of a game.

    Attributes:
        name: As the game writes it; shown and spoken, never proof of anything.
    """

    id: UUID
    name: str


class Origin(enum.Enum):
    """Where an order was given."""

    CONSOLE = "console"
    GAME = "game"
    CLIENT = "client"
    """A message of a companion, or a model on its behalf."""


@dataclass(frozen=True, slots=True)
class Executor:
    """Who gives an order, from where, with which rights at this moment."""

    origin: Origin
    player: PlayerId | None = None
    is_operator: bool = False


CONSOLE = Executor(Origin.CONSOLE, is_operator=True)
"""The engine's own console (G18)."""


def luanti_id(server: UUID, name: str) -> UUID:
    """The stable id of a Luanti player, whose game knows names only."""
    return uuid5(_LUANTI, f"{server}:{name}")
