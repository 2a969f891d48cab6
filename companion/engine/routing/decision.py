"""What routing decided, and why: one value for every way a request can be understood."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from companion.engine.answer import Call
from companion.engine.execution.selection import Selection
from companion.engine.execution.selection import Source as RouteSource
from companion.engine.routing.commands import BadCommand

__all__ = ["AgentAction", "Doubt", "RouteDecision", "RouteSource", "Scores", "Selection"]


class Doubt(enum.StrEnum):
    """Why local matching did not decide (ROUTE-009)."""

    OFF = "off"
    """Local matching is switched off."""
    SHADOW = "shadow"
    """It would have decided; it only may not."""
    COMPLEX = "complex"
    """Too long, several requests, a condition or a negation."""
    UNFAMILIAR = "unfamiliar"
    """Nothing in common with any example, or with one of another topic."""
    LOW_SCORE = "low_score"
    SMALL_GAP = "small_gap"
    LOW_COVERAGE = "low_coverage"
    MISSING_ARGUMENT = "missing_argument"
    UNKNOWN_NAME = "unknown_name"
    """It is about a name that the pack does not have."""
    NOT_DIRECT = "not_direct"
    """Its action writes, or gave hints only, or is explicit only."""
    NOT_AVAILABLE = "not_available"
    """Its action is not enabled for the player."""


@dataclass(frozen=True, slots=True)
class AgentAction:
    """An action with judged arguments: the same value from button, command, sentence and model.

    Attributes:
        arguments: As they came, for the log and for handing on; no part of equality.
    """

    action: str
    given: msgspec.Struct
    arguments: Mapping[str, object] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Scores:
    """How well the best action fits; none of it is a probability of being right (ROUTE-011)."""

    action: str = ""
    similarity: float = 0.0
    gap: float = 0.0
    coverage: float = 0.0


NOTHING = Scores()


@dataclass(frozen=True, slots=True)
class RouteDecision:
    """What a request was taken for. Nothing has run (ROUTE-002).

    Attributes:
        source: Who decided; LOCAL_FALLBACK when nobody did.
        chosen: The action; None for candidates and for a command's mistake.
        scores: Of local matching, also where it did not decide.
        doubt: Why local matching did not decide; None where it did or was not asked.
        candidates: What may have been meant, for a `SelectionCard`; read-only, never run or
            remembered by themselves (ROUTE-044).
        mistake: What is wrong with a command.
    """

    source: RouteSource
    chosen: AgentAction | None = None
    scores: Scores = NOTHING
    doubt: Doubt | None = None
    candidates: tuple[Call, ...] = ()
    mistake: BadCommand | None = None
