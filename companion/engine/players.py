"""Who is at the other end of a connection."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid5

_LOCAL = UUID("0d7c1f0e-7a52-5b0f-8f0b-6c5d1b6f2a11")
"""Namespace of players of an embedded engine (RFC 9562, 5.5)."""


@dataclass(frozen=True, slots=True)
class PlayerIdentity:
    """A player who has proved who they are.

    Attributes:
        name: As the game writes it; "" where nobody knows it. Shown, never proof.
        is_operator: Whether they may administer this world.
    """

    uuid: UUID
    name: str = ""
    is_operator: bool = False


LOCAL_PLAYER = PlayerIdentity(uuid5(_LOCAL, "player"), is_operator=True)
"""Whoever started the embedded engine: whoever has its token (decisions.md, Binding)."""
