"""Where a call to DashScope's sockets, or to an OpenAI-compatible server, goes otherwise."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Trouble(enum.Enum):
    """At which point, and how."""

    NONE = enum.auto()
    NEVER_BEGINS = enum.auto()
    FAIL_AT_START = enum.auto()
    CUT_AT_START = enum.auto()
    FAIL_MIDWAY = enum.auto()
    CUT_MIDWAY = enum.auto()
    CLOSE_MIDWAY = enum.auto()
    STALL_MIDWAY = enum.auto()
    NO_JSON = enum.auto()
    ODD_EVENTS = enum.auto()
    """Unknown ones, those of other tasks, and some that come late."""
    EMPTY = enum.auto()


@dataclass(frozen=True)
class CloudScenario:
    """The script of one call.

    Attributes:
        trouble: Where it goes otherwise.
        code: Of a failure.
        message: Likewise.
        words: What is recognised, sentence by sentence.
        usage: Whether the service tells what it counted.
    """

    trouble: Trouble = Trouble.NONE
    code: str = "InternalError"
    message: str = ""
    words: tuple[str, ...] = ("show my", "quests")
    usage: bool = True
