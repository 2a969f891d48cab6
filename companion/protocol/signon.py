"""Sign-on: how a companion becomes a player's, and what becomes of the player's binding.

Two ways, by what the game can do (decisions.md, Pairing). Where the engine can show a player
something privately, `Pair(player=...)` is answered by ENTER_CODE, and `Pair(code=...)` by PAIRED.
Where players have a private, authenticated command, a bare `Pair` is answered by TYPE_IN_GAME with
the code to type there, and by PAIRED once that happened. A refusal is a `system:error`.
"""

from __future__ import annotations

import enum
from typing import Annotated
from uuid import UUID

import msgspec

from companion.protocol.limits import (
    DEVICE_TOKEN_CHARACTERS,
    MAX_PAIRING_S,
    MAX_PLAYER_NAME_CHARACTERS,
    PAIRING_CODE_DIGITS,
    Identifier,
)

PairingCode = Annotated[str, msgspec.Meta(pattern=rf"^[0-9]{{{PAIRING_CODE_DIGITS}}}$(?!\n)")]
PlayerName = Annotated[
    str, msgspec.Meta(pattern=r"^[\w.*-]+$(?!\n)", max_length=MAX_PLAYER_NAME_CHARACTERS)
]
"""Letters, digits and what proxies put before names; no selector of a game (`@a`) and no quote."""
DeviceName = Annotated[str, msgspec.Meta(max_length=64)]
DeviceToken = Annotated[
    str, msgspec.Meta(pattern=rf"^[A-Za-z0-9_-]{{{DEVICE_TOKEN_CHARACTERS}}}$(?!\n)")
]


class Pair(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:pair", tag_field="type"
):
    """Ask for a code, or show the one that the game showed.

    Attributes:
        player: Name in the game, to ask for a code there; the name alone proves nothing.
        code: The code that the game showed to that player.
        device: What the device is called in the player's list of devices.
    """

    request: UUID
    player: PlayerName | msgspec.UnsetType = msgspec.UNSET
    code: PairingCode | msgspec.UnsetType = msgspec.UNSET
    device: DeviceName = ""

    def __post_init__(self) -> None:
        """Refuse a message that is both steps at once.

        Raises:
            ValueError: It names a player and shows a code.
        """
        if self.player is not msgspec.UNSET and self.code is not msgspec.UNSET:
            raise ValueError("a name and a code are two steps")


class PairingStep(enum.StrEnum):
    """Where a sign-in stands."""

    ENTER_CODE = "ENTER_CODE"
    """The game shows the player a code; it is to be entered in the companion."""
    TYPE_IN_GAME = "TYPE_IN_GAME"
    """The companion shows a code; it is to be typed in the game: `/system pair CODE`."""
    PAIRED = "PAIRED"
    """The device belongs to the player from now on."""


class Pairing(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:pair", tag_field="type"
):
    """How a sign-in goes on.

    Attributes:
        expires_s: Seconds for which the code is good; absent once paired.
        code: Only with TYPE_IN_GAME.
        player: Only with PAIRED: who this companion is.
        token: Only with PAIRED: what the next hello shows. Keep it in the keyring; it is said once.
    """

    request: UUID
    step: PairingStep
    expires_s: Annotated[float, msgspec.Meta(ge=0, le=MAX_PAIRING_S)] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    code: PairingCode | msgspec.UnsetType = msgspec.UNSET
    player: UUID | msgspec.UnsetType = msgspec.UNSET
    token: DeviceToken | msgspec.UnsetType = msgspec.UNSET

    def __repr__(self) -> str:
        """Leave out code and token: a log line may hold this."""
        return f"Pairing({self.request}, {self.step})"


class BindingChange(enum.StrEnum):
    """What became of a player's binding (PROTO-021)."""

    BOUND = "BOUND"
    REVOKED = "REVOKED"
    INVALIDATED = "INVALIDATED"
    """The definition of the bound system is gone from the world (BIND-020)."""


class Binding(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:binding", tag_field="type"
):
    """The player's binding changed.

    Attributes:
        system: The bound system; absent with REVOKED.
    """

    change: BindingChange
    system: Identifier | msgspec.UnsetType = msgspec.UNSET
