"""The steps of the first start, and the word by which the settings remember where it stands. Pure.

To add a step: a member of `Step` where it belongs, its view in `ui/pages/first_start/shelf.py`,
its texts `first.<step>.title` and `first.<step>.line`.
"""

from __future__ import annotations

import enum

DONE = "done"
"""What the settings hold once the player has seen it through, or wants no more of it."""


class Step(enum.StrEnum):
    """In the order in which they come; every one may be passed over."""

    LANGUAGE = "language"
    TRY = "try"
    MICROPHONE = "microphone"
    KEY = "key"
    SPEECH = "speech"
    GAME = "game"
    SERVER = "server"
    READY = "ready"


STEPS = tuple(Step)


def is_due(remembered: str, *, is_new: bool) -> bool:
    """Whether the first start opens by itself.

    Args:
        remembered: What the settings hold: nothing, the name of a step, or `DONE`.
        is_new: Whether there were no settings before this run.
    """
    return is_new if not remembered else remembered in STEPS


def standing(remembered: str) -> Step:
    """The step to go on with; the first one unless it was left in the middle."""
    return Step(remembered) if remembered in STEPS else Step.LANGUAGE


def following(step: Step) -> Step | None:
    """The step after another; None after the last."""
    place = STEPS.index(step) + 1
    return STEPS[place] if place < len(STEPS) else None


def preceding(step: Step) -> Step | None:
    """The step before another; None before the first."""
    place = STEPS.index(step)
    return STEPS[place - 1] if place else None
