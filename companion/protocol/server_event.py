"""What an engine's session asks, reports and ends with; `server_session.py` makes these."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from companion.protocol.requests import Heard, Hello, Request
from companion.protocol.signon import Pair


class Standing(enum.Enum):
    """What a peer may do once its hello was accepted."""

    STRANGER = "stranger"
    """Nothing but pair (PROTO-060)."""
    PLAYER = "player"


Judge = Callable[[str], Standing | None]
"""What a token is worth; None shows its holder out."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The peer said hello and was welcomed."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Asked:
    """The peer sent a request that may be worked on."""

    request: Request


@dataclass(frozen=True, slots=True)
class PairingAsked:
    """A stranger wants to become somebody's companion."""

    message: Pair


@dataclass(frozen=True, slots=True)
class Listened:
    """The player heard this much of a reply."""

    heard: Heard


Event = Opened | Asked | PairingAsked | Listened


@dataclass(frozen=True, slots=True)
class Close:
    """Why and how the connection must end.

    Attributes:
        reason: At most 123 bytes (RFC 6455, 5.5.1).
        is_abrupt: Nobody reads at the other end: break the connection off, without a close frame.
    """

    code: int
    reason: str
    is_abrupt: bool = False
