"""What the machine of the talk key reports. Pure."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from companion.speech.ears import EarPhase
from companion.support.errors import Failure


class Ending(enum.StrEnum):
    """Why an utterance ended."""

    RELEASED = "released"
    LEASE_LOST = "lease_lost"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class PhaseChanged:
    """The user should see another phase."""

    phase: EarPhase


@dataclass(frozen=True, slots=True)
class Opened:
    """The press is no accident: begin to recognise. Sound follows."""


@dataclass(frozen=True, slots=True)
class Sound:
    """A block of the utterance."""

    pcm: bytes


@dataclass(frozen=True, slots=True)
class Closed:
    """The utterance is complete: recognise it.

    Attributes:
        key_up: When the key went up or the lease ended.
        seconds: Length of the sound, pre-roll included.
    """

    ending: Ending
    key_up: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Dropped:
    """The press came to nothing."""

    failure: Failure


Event = PhaseChanged | Opened | Sound | Closed | Dropped
