"""What an NLS utterance meets at the gateway."""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

Transcriber = Callable[[bytes], Awaitable[str]]
"""16 kHz mono s16le to words."""


class NlsTrouble(enum.Enum):
    """Where it goes otherwise."""

    NONE = enum.auto()
    NO_STARTED = enum.auto()
    NO_COMPLETED = enum.auto()
    FAIL_AT_START = enum.auto()
    FAIL_IN_SOUND = enum.auto()
    FAIL_AFTER_STOP = enum.auto()
    RESET_AT_START = enum.auto()
    RESET_IN_SOUND = enum.auto()
    CLOSE_IN_SOUND = enum.auto()
    EARLY_COMPLETED = enum.auto()
    FRAGMENTED = enum.auto()
    UNKNOWN_EVENT = enum.auto()
    PING = enum.auto()
    NO_JSON = enum.auto()


@dataclass(frozen=True)
class NlsScenario:
    """The script of one utterance.

    Attributes:
        partials: Sent one after each frame of sound.
        final: The words of the end, unless `transcribe` is given.
        trouble: Where it goes otherwise.
        status: Of `TaskFailed`.
        transcribe: Makes the final words out of the sound that came.
        idle_s: Time without sound after which the gateway gives up (the service's: 10).
        limit_s: Sound after which it gives up (the service's: 60).
    """

    partials: tuple[str, ...] = ("show", "show my")
    final: str = "show my quests"
    trouble: NlsTrouble = NlsTrouble.NONE
    status: int = 40000005
    transcribe: Transcriber | None = None
    idle_s: float = 10.0
    limit_s: float = 60.0
