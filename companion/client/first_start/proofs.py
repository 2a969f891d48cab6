"""What a microphone and a key have proved while the player tried them. Pure."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from companion.speech.audio.level import FLOOR_DBFS

SPEECH_DBFS = -45.0
"""As loud as a person who speaks into a microphone that was set up with care, or louder."""
CLIPPED_DBFS = -3.0
LEAST_LOUD = 10
"""Levels that loud before somebody counts as heard: 0.2 s, so that a click is not enough."""
PATIENCE = 250
"""Levels without speech, 5 s, after which the microphone is called quiet."""
LOUDNESS_FADES = 0.98
"""A peak is forgotten at this rate a level, so that the mark follows the voice."""


class Hearing(enum.StrEnum):
    """What the microphone proved; told by `first.hearing.<hearing>`."""

    NOTHING = "nothing"
    """No level has come at all."""
    WAITING = "waiting"
    """It runs, and nobody has spoken yet."""
    QUIET = "quiet"
    """It runs, and what it hears is too soft for speech."""
    CLIPPED = "clipped"
    """It hears, and so loud that words are distorted."""
    WELL = "well"


@dataclass(frozen=True, slots=True)
class MicrophoneProof:
    """What was heard so far.

    Attributes:
        levels: How many levels came.
        loud: How many of them were as loud as speech.
        clipped: How many were too loud.
        peak_dbfs: Of late.
    """

    levels: int = 0
    loud: int = 0
    clipped: int = 0
    peak_dbfs: float = FLOOR_DBFS

    def after(self, dbfs: float) -> MicrophoneProof:
        """With one more level."""
        faded = FLOOR_DBFS + (self.peak_dbfs - FLOOR_DBFS) * LOUDNESS_FADES
        return replace(
            self,
            levels=self.levels + 1,
            loud=self.loud + (dbfs >= SPEECH_DBFS),
            clipped=self.clipped + (dbfs >= CLIPPED_DBFS),
            peak_dbfs=max(dbfs, faded),
        )

    @property
    def hearing(self) -> Hearing:
        """What it comes to."""
        if not self.levels:
            return Hearing.NOTHING
        if self.loud < LEAST_LOUD:
            return Hearing.QUIET if self.levels >= PATIENCE else Hearing.WAITING
        return Hearing.CLIPPED if self.clipped * 2 >= self.loud else Hearing.WELL


class Pressing(enum.StrEnum):
    """What the key proved; told by `first.pressing.<pressing>`."""

    WAITING = "waiting"
    HELD = "held"
    PROVED = "proved"
    """It was seen to go down and to come up again."""


@dataclass(frozen=True, slots=True)
class KeyProof:
    """What was seen of the key.

    Attributes:
        is_held: Whether it is down.
        presses: How often it went down and came up.
    """

    is_held: bool = False
    presses: int = 0

    def after(self, *, held: bool) -> KeyProof:
        """With one more change; a release without a press proves nothing."""
        return KeyProof(held, self.presses + (self.is_held and not held))

    @property
    def pressing(self) -> Pressing:
        """What it comes to."""
        if self.is_held:
            return Pressing.HELD
        return Pressing.PROVED if self.presses else Pressing.WAITING
