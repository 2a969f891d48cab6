"""How the self-test stands: a known sentence on its way through the whole chain."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from companion.support.errors import Failure


class Stop(enum.StrEnum):
    """Stations of a spoken turn, in order."""

    VOICE = "voice"
    """The sentence is made by the synthesiser."""
    EARS = "ears"
    """The recogniser makes words of it."""
    WORDS = "words"
    """The words are those that were said."""
    SERVER = "server"
    """The engine answers them."""
    SPEAKER = "speaker"
    """The answer is heard."""


@dataclass(frozen=True, slots=True)
class SelfTest:
    """A self-test under way or over.

    Attributes:
        is_running: Whether it goes on.
        passed: Stations behind it.
        stopped_at: Where it ended; None while it runs, and when all was well.
        reason: Why it ended there.
    """

    is_running: bool = False
    passed: tuple[Stop, ...] = ()
    stopped_at: Stop | None = None
    reason: Failure | None = None


NOT_TESTED = SelfTest()
