"""When spoken words are left as a draft instead of being sent (ASR-003). Pure."""

from __future__ import annotations

import enum

LOW_CONFIDENCE = 0.25
"""Words that the recogniser itself doubts more than this are not acted on. Measured with the
offline models: short commands that were heard right score 0.4 and more with hints."""


class Doubt(enum.Enum):
    """Why spoken words are not sent by themselves."""

    UNSURE = enum.auto()
    """The recogniser doubts them."""
    SETTING = enum.auto()
    """The player wants to read them first."""
    OTHER_CONNECTION = enum.auto()
    """The engine they were meant for is gone (ASR-015)."""


UNSAFE = frozenset({Doubt.UNSURE, Doubt.OTHER_CONNECTION})
"""Doubts that also hold for a button said aloud; a setting holds for sentences only."""


def doubt_of(
    confidence: float, *, is_other_connection: bool, send_on_release: bool
) -> Doubt | None:
    """Find the strongest reason not to send.

    Args:
        confidence: The recogniser's, 0 to 1.
        is_other_connection: Whether the connection changed since the key went down.
        send_on_release: The player's setting.
    """
    if is_other_connection:
        return Doubt.OTHER_CONNECTION
    if confidence < LOW_CONFIDENCE:
        return Doubt.UNSURE
    return None if send_on_release else Doubt.SETTING
