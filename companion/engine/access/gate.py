"""Who a connection is, by the token of its hello."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from uuid import UUID

from companion.engine.access.devices import Devices
from companion.engine.access.identity import PlayerId


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A companion that proved whose it is; its messages are this player's and nobody else's.

    Attributes:
        device: None for the client that started this engine.
    """

    player: PlayerId
    device: UUID | None = None


@dataclass(frozen=True, slots=True)
class Stranger:
    """A companion without a token: it may pair, and neither read nor act (PROTO-060)."""


class Gate:
    """Judges tokens. On the engine's loop."""

    def __init__(
        self, devices: Devices, local_token: str = "", local_player: PlayerId | None = None
    ) -> None:
        """Store what is given.

        Args:
            devices: The devices that were paired.
            local_token: What the process that started this engine was given; empty for none.
            local_player: Whose that process is.

        Raises:
            ValueError: A token without a player, or the other way round.
        """
        if bool(local_token) != (local_player is not None):
            raise ValueError("a local token belongs to a local player")
        self._devices = devices
        self._local_token = local_token.encode()
        self._local_player = local_player

    def who(self, token: str) -> SignedIn | Stranger | None:
        """Judge a token.

        Returns:
            None for one that is worth nothing (any more): close the connection with 4003.
        """
        if not token:
            return Stranger()
        shown = token.encode(errors="replace")
        if self._local_player and hmac.compare_digest(shown, self._local_token):
            return SignedIn(self._local_player)
        device = self._devices.find(token)
        if device is None:
            return None
        return SignedIn(PlayerId(device.player, device.player_name), device.id)
