"""What works already and what is missing: microphone, key and server, each with one way out. Pure.

Whichever of the three are missing, something useful is at most two actions away: a sentence can
always be pressed, and a server that does not answer can always be left for this computer.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from companion.client.state import ClientState, Health, Part

NAMES = ("microphone", "key", "engine")
"""Parts of the status line that a first spoken answer needs, in order."""


class Fix(enum.StrEnum):
    """What the one button of a missing part does; its words are `first.fix.<fix>`."""

    MICROPHONE = "microphone"
    """Choose another one, with a level bar beside it."""
    KEY = "key"
    """Choose another one, and prove it."""
    THIS_COMPUTER = "this_computer"
    """Leave the server that does not answer; the demo world or the own folder is here."""
    WHY = "why"
    """The panel that names the reason: this computer's own engine does not answer."""


class Way(enum.StrEnum):
    """How a sentence gets to the companion at this moment; told by `first.way.<way>`."""

    KEY = "key"
    """Hold the key and speak."""
    BUTTON = "button"
    """Hold the round button and speak."""
    TYPE = "type"
    """Type, or press a sentence."""


@dataclass(frozen=True, slots=True)
class ReadyLine:
    """How one part stands.

    Attributes:
        part: As the status line has it.
        fix: What its button does; None while nothing is missing.
    """

    part: Part
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Readiness:
    """What works now.

    Attributes:
        is_answering: Whether a question would be answered, or waits for an engine that starts.
    """

    lines: tuple[ReadyLine, ...]
    way: Way
    is_answering: bool


def readiness(state: ClientState) -> Readiness:
    """What works at this moment."""
    known = {part.name: part for part in state.parts}
    parts = [known.get(name, Part(name)) for name in NAMES]
    is_served = bool(state.server)
    lines = tuple(_line(part, is_served=is_served) for part in parts)
    return Readiness(lines, _way(*parts), is_answering=parts[-1].health is not Health.FAILED)


def _line(part: Part, *, is_served: bool) -> ReadyLine:
    if part.health is not Health.FAILED:
        return ReadyLine(part)
    if part.name == "engine":
        return ReadyLine(part, Fix.THIS_COMPUTER if is_served else Fix.WHY)
    return ReadyLine(part, Fix(part.name))


def _way(microphone: Part, key: Part, *_: Part) -> Way:
    if microphone.health is Health.FAILED:
        return Way.TYPE
    return Way.BUTTON if key.health is Health.FAILED else Way.KEY
