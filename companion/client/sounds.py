"""Sounds of notifications: which there are, where they lie, and when one is due. Pure but `pcm_of`.

A new one: a member of `Sound` and a file `resources/sounds/<sound>.wav`, mono s16le at `RATE_HZ`.
"""

from __future__ import annotations

import enum
import logging

from companion.client.state import ClientState, Phase, Speaker
from companion.support.paths import shipped

logger = logging.getLogger(__name__)

RATE_HZ = 24_000
MAX_S = 3
LEAST_GAP_S = 2.0
"""Between two sounds: a flood of notices is one sound now and then."""
_SPOKEN = frozenset({Phase.LISTENING, Phase.RECOGNISING, Phase.SPEAKING})


class Sound(enum.StrEnum):
    """What a sound tells."""

    NOTICE = "notice"
    """Something came unasked."""
    TROUBLE = "trouble"
    """Something went wrong that the player did not ask about."""


def newest(state: ClientState) -> int:
    """Number of the newest entry; 0 without one."""
    return state.entries[-1].id if state.entries else 0


def due(state: ClientState, heard: int) -> Sound | None:
    """The sound of what came unasked since.

    Args:
        state: The moment.
        heard: Number of the last entry that is past.
    """
    new = [e for e in state.entries if e.id > heard and e.speaker is Speaker.NOTICE]
    if not new:
        return None
    return Sound.TROUBLE if all(entry.failed for entry in new) else Sound.NOTICE


def is_speech(state: ClientState) -> bool:
    """Whether somebody speaks, or is listened to: no sound then."""
    return state.voice.phase in _SPOKEN


def pcm_of(sound: Sound) -> bytes:
    """A sound as mono s16le at `RATE_HZ`; nothing where its file is missing or damaged. Blocks."""
    import wave  # with the first sound, after the window

    path = shipped("resources") / "sounds" / f"{sound.value}.wav"
    try:
        with wave.open(str(path)) as file:
            shape = (file.getnchannels(), file.getsampwidth(), file.getframerate())
            if shape != (1, 2, RATE_HZ):
                raise wave.Error(f"of another kind: {shape}")
            pcm: bytes = file.readframes(MAX_S * RATE_HZ)
            return pcm
    except (OSError, EOFError, wave.Error) as error:
        logger.warning("no sound %s: %s", sound.value, error)
        return b""
