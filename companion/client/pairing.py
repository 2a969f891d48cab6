"""Pairing as the connection page shows it: name, code, accepted (decisions.md, Pairing). Pure."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import assert_never
from uuid import UUID

import msgspec

from companion.protocol.signon import Pair, Pairing, PairingStep
from companion.support.errors import CompanionError, Failure

MAX_DEVICE = 64


class PairingPhase(enum.StrEnum):
    """What is to be done now."""

    NONE = "none"
    """Nothing is under way."""
    ASKED = "asked"
    """The server was asked and has not answered."""
    ENTER_CODE = "enter_code"
    """The game shows the player a code: type it into the companion."""
    TYPE_IN_GAME = "type_in_game"
    """The companion shows a code: type `/system pair CODE` in the game."""
    PAIRED = "paired"
    FAILED = "failed"
    """`reason` says why; another try is fine."""


@dataclass(frozen=True, slots=True)
class PairingState:
    """Where a sign-in stands.

    Attributes:
        code: Only with TYPE_IN_GAME.
        expires_s: Seconds for which a code is good, from when it came.
        reason: Of FAILED; with ENTER_CODE why the last code was not taken.
        detail: For `{detail}` in the reason's sentence.
        is_kept: Only with PAIRED: whether the token lies in the keyring; else it is good for this
            run only.
    """

    phase: PairingPhase = PairingPhase.NONE
    code: str = ""
    expires_s: float = 0.0
    reason: Failure | None = None
    is_kept: bool = True
    detail: str = ""

    def __repr__(self) -> str:
        """Leave the code out: a log line may hold this."""
        return f"PairingState({self.phase})"


def step(*, player: str, code: str, device: str) -> Pair:
    """The message of the next step; its request id is still to be put in.

    Raises:
        CompanionError: What was typed is no code or no name.
    """
    fields = {"type": "system:pair", "request": str(UUID(int=0)), "device": device[:MAX_DEVICE]}
    fields |= {"player": player.strip()} if player.strip() else {}
    fields |= {"code": code.strip()} if code.strip() else {}
    try:
        return msgspec.convert(fields, Pair)
    except msgspec.ValidationError as error:
        failure = Failure.PAIRING_CODE_WRONG if code else Failure.INVALID_INPUT
        raise CompanionError(failure, "not of this form") from error


def after(message: Pairing) -> PairingState:
    """What the server's word makes of it."""
    expires_s = 0.0 if message.expires_s is msgspec.UNSET else message.expires_s
    match message.step:
        case PairingStep.ENTER_CODE:
            return PairingState(PairingPhase.ENTER_CODE, expires_s=expires_s)
        case PairingStep.TYPE_IN_GAME:
            code = "" if message.code is msgspec.UNSET else message.code
            return PairingState(PairingPhase.TYPE_IN_GAME, code, expires_s)
        case PairingStep.PAIRED:
            return PairingState(PairingPhase.PAIRED)
        case _:
            assert_never(message.step)


def refused(reason: Failure, detail: str = "") -> PairingState:
    """What a refusal makes of it: a code that was mistyped is typed once more."""
    if reason is Failure.PAIRING_CODE_WRONG:
        return PairingState(PairingPhase.ENTER_CODE, reason=reason)
    return PairingState(PairingPhase.FAILED, reason=reason, detail=detail)


NO_PAIRING = PairingState()
