"""AI levels: what operators allow a player, and what is then left of what the player chose.

    level    commands, local   one model call   reason   free chat
             routing, buttons  to route
    off      yes               no               no       no
    local    yes, as a mode    no               no       no
    assist   yes               yes              no       no
    full     yes               yes              yes      yes

Preferences only take away: without `external` no model is asked, without `free_chat` the mode
`free` is closed. Neither side ever rewrites the other's choice (PERM-007).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import assert_never

from companion.support.errors import CompanionError, Failure


class AiLevel(enum.StrEnum):
    """What an operator allows, lowest first."""

    OFF = "off"
    LOCAL = "local"
    ASSIST = "assist"
    FULL = "full"


class AiMode(enum.StrEnum):
    """How the player wants to be answered; chosen in the send box (G23)."""

    AUTO = "auto"
    """Locally, else by one model call."""
    LOCAL = "local"
    REASON = "reason"
    """A loop over read-only tools."""
    FREE = "free"
    """Free chat with functions."""


_MODES: dict[AiLevel, tuple[AiMode, ...]] = {
    AiLevel.OFF: (),
    AiLevel.LOCAL: (AiMode.LOCAL,),
    AiLevel.ASSIST: (AiMode.AUTO, AiMode.LOCAL),
    AiLevel.FULL: (AiMode.AUTO, AiMode.LOCAL, AiMode.REASON, AiMode.FREE),
}


@dataclass(frozen=True, slots=True)
class AiChoice:
    """What counts besides the level, at the moment of a request.

    Attributes:
        external: The player lets a model be asked.
        free_chat: The player lets free chat be.
        has_model: A model service is set up.
        reasons: Reasoning has rounds to spend (G37).
    """

    external: bool = True
    free_chat: bool = True
    has_model: bool = True
    reasons: bool = True


@dataclass(frozen=True, slots=True)
class AiRights:
    """What a player may have now; the client is told this and nothing of how it came (PERM-006).

    Attributes:
        level: The effective level.
        modes: What the send box offers, in this order; empty hides the choice.
        model: Whether any model may be asked for this player.
        web: Whether the web may be asked; it never is where no model may be.
    """

    level: AiLevel
    modes: tuple[AiMode, ...]
    model: bool
    web: bool


def rights(level: AiLevel, choice: AiChoice) -> AiRights:
    """Cap what the player chose by what the operator allows."""
    model = level in (AiLevel.ASSIST, AiLevel.FULL) and choice.external and choice.has_model
    closed = _closed(choice) if model else {AiMode.REASON, AiMode.FREE}
    modes = tuple(mode for mode in _MODES[level] if mode not in closed)
    return AiRights(level, modes, model, model)


def check_mode(mode: AiMode, level: AiLevel, choice: AiChoice) -> bool:
    """Judge one request, at its beginning and again before each call of a model (PERM-005).

    Local answers are never refused: `auto` and `local` pass at every level.

    Returns:
        Whether a model may be asked for it.

    Raises:
        CompanionError: AI_OFF, AI_DECLINED, AI_NO_SERVICE, REASONING_OFF or AI_MODE_NOT_ALLOWED,
            for a mode that is nothing without a model.
    """
    match mode:
        case AiMode.LOCAL:
            return False
        case AiMode.AUTO:
            return rights(level, choice).model
        case AiMode.REASON | AiMode.FREE:
            if mode not in rights(level, choice).modes:
                raise CompanionError(_why_not(mode, level, choice))
            return True
        case _ as never:
            assert_never(never)


def _closed(choice: AiChoice) -> set[AiMode]:
    """Modes that the player or the set-up closes although a model may be asked."""
    open_modes = {AiMode.REASON: choice.reasons, AiMode.FREE: choice.free_chat}
    return {mode for mode, is_open in open_modes.items() if not is_open}


def _why_not(mode: AiMode, level: AiLevel, choice: AiChoice) -> Failure:
    """The reason nearest to who can change it: operator, player, then the set-up."""
    if level in (AiLevel.OFF, AiLevel.LOCAL):
        return Failure.AI_OFF
    if level is AiLevel.ASSIST:
        return Failure.AI_MODE_NOT_ALLOWED
    if not choice.external or (mode is AiMode.FREE and not choice.free_chat):
        return Failure.AI_DECLINED
    return Failure.REASONING_OFF if choice.has_model else Failure.AI_NO_SERVICE
