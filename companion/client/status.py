"""The status line: which part of the companion is ready, and why one is not."""

from __future__ import annotations

from companion.client.state import Health, Part
from companion.support.errors import CompanionError, Failure

PARTS = ("key", "microphone", "ears", "voice", "engine")
"""Names, in the order of the status line."""

SPOKEN_TURN = ("microphone", "ears", "voice", "engine")
"""What a spoken turn needs beside a key."""

MICROPHONE_FAILURES = frozenset(
    {
        Failure.NO_MICROPHONE,
        Failure.MICROPHONE_LOST,
        Failure.MICROPHONE_NOT_OPEN,
        Failure.MICROPHONE_MUTED,
        Failure.NO_AUDIO_LIBRARY,
    }
)
_UTTERANCE = frozenset(
    {Failure.NOTHING_HEARD, Failure.TOO_SHORT, Failure.TOO_LONG, Failure.CANCELLED}
)
UNSAID = frozenset({Failure.MICROPHONE_MUTED})
"""Shown on the status line and told when the key is held; at rest it may well be meant."""
_PASSING = frozenset(
    {
        Failure.MICROPHONE_MUTED,
        Failure.MICROPHONE_NOT_OPEN,
        Failure.SPEECH_UNREACHABLE,
        Failure.SPEECH_SILENT,
        Failure.SPEECH_TRUNCATED,
        Failure.SPEECH_BUSY,
        Failure.SPEECH_SERVICE_ERROR,
        Failure.SPEECH_TEXT_REFUSED,
        Failure.INTERNAL,
    }
)


def starting() -> tuple[Part, ...]:
    """The status line before anything reported."""
    return tuple(Part(name) for name in PARTS)


def with_part(parts: tuple[Part, ...], part: Part) -> tuple[Part, ...]:
    """Replace one entry; the order stays, an unknown name goes to the end."""
    if all(known.name != part.name for known in parts):
        return (*parts, part)
    return tuple(part if known.name == part.name else known for known in parts)


def is_ready_to_talk(parts: tuple[Part, ...]) -> bool:
    """Whether all that a spoken turn needs is ready.

    Raises:
        CompanionError: Some of it failed: with its reason.
    """
    found = [part for part in parts if part.name in SPOKEN_TURN]
    for part in found:
        if part.health is Health.FAILED:
            raise CompanionError(part.reason or Failure.INTERNAL, part.detail)
    return bool(found) and all(part.health is Health.READY for part in found)


def ears_failed(failure: Failure, detail: str, words: str) -> tuple[Part, ...]:
    """The parts that a failure of the ears concerns.

    Args:
        failure: What `ear_failed` reported.
        detail: Its detail.
        words: What the entry said so far, such as `offline`.

    Returns:
        Nothing for a failure of one utterance: the ears themselves are well.
    """
    if failure in _UTTERANCE:
        return ()
    if failure in MICROPHONE_FAILURES:
        return (Part("microphone", _health(failure), "", failure, detail),)
    return (Part("ears", _health(failure), words, failure, detail),)


def voice_failed(failure: Failure, detail: str, words: str) -> Part:
    """The entry of a voice that could not say something."""
    return Part("voice", _health(failure), words, failure, detail)


def _health(failure: Failure) -> Health:
    return Health.LIMITED if failure in _PASSING else Health.FAILED
